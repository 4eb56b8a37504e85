import { Card } from '../ui/layout/card.tsx';
import { ICON_PATHS } from '../ui/icons/icon-paths.ts';
import { categoryIcon, Icon, type IconName } from '../ui/icons/icons.tsx';
import { CATEGORIES } from '../../shared/model/category.ts';
import { Part } from './part.tsx';

const SWATCHES = [
  ['window', '--window', '--ink'],
  ['surface', '--surface', '--ink'],
  ['sunken', '--sunken', '--ink'],
  ['raised', '--raised', '--ink'],
  ['selected', '--selected', '--ink'],
  ['accent', '--accent', '--on-accent'],
  ['accent-tint', '--accent-tint', '--accent-ink'],
  ['ok-tint', '--ok-tint', '--ok'],
  ['warn-tint', '--warn-tint', '--warn'],
  ['bad-tint', '--bad-tint', '--bad'],
  ['ink', '--ink', '--surface'],
  ['ink-3', '--ink-3', '--surface'],
] as const;

const TYPE = [
  ['display', 't-display', 'Decide here'],
  ['title', 't-title', 'The screen’s name'],
  ['lead', 't-lead', 'Section and card'],
  ['body', '', 'Rows, buttons, sentences 0123456789'],
  ['small', 't-small', 'Second lines and reasons'],
  ['caption', 't-caption', 'Axis, column heads, keys'],
] as const;

/** Colour, type and icons. */
export function LookParts() {
  return (
    <>
      <Part title="Colour" columns={2}>
        <div className="gallery-swatches">
          {SWATCHES.map(([name, back, ink]) => (
            <div
              key={name}
              className="gallery-swatch"
              style={{ background: `var(${back})`, color: `var(${ink})` }}
            >
              {name}
            </div>
          ))}
        </div>
      </Part>
      <Part title="Type">
        <Card>
          <div className="gallery-pad stack">
            {TYPE.map(([name, look, words]) => (
              <p key={name} className={look}>
                {words}
              </p>
            ))}
          </div>
        </Card>
      </Part>
      <Part title="Icons" columns={3}>
        <Card>
          <ul className="gallery-icons">
            {(Object.keys(ICON_PATHS) as IconName[]).map((name) => (
              <li key={name}>
                <Icon name={name} /> {name}
              </li>
            ))}
            {CATEGORIES.map(({ id }) => (
              <li key={id}>
                <Icon name={categoryIcon(id)} /> {id}
              </li>
            ))}
          </ul>
        </Card>
      </Part>
    </>
  );
}
