import { FieldParts } from './field-parts.tsx';
import { OverlayParts } from './overlay-parts.tsx';
import { TellingParts } from './telling-parts.tsx';
import { LookParts } from './look-parts.tsx';
import './gallery.css';

export function ComponentsPage() {
  return (
    <main className="gallery">
      <div className="gallery-grid">
        <h1 className="t-title">Components</h1>
        <LookParts />
        <FieldParts />
        <TellingParts />
        <OverlayParts />
      </div>
    </main>
  );
}
