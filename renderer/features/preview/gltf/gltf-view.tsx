import { useMemo, useState, type ReactNode } from 'react';
import { text } from '../../../text/setup.ts';
import { format } from '../../../ui/words/format.ts';
import { ModelRoom } from '../model/model-room.tsx';
import { PreviewNote, type ViewProps } from '../preview-parts.tsx';
import { loadGltf, type OpenGltf } from './load-gltf.ts';

/** A 3D model in glTF's binary format. */
export function GltfView({ file, where }: ViewProps): ReactNode {
  const [outside, setOutside] = useState<readonly string[]>([]);
  const load = useMemo(() => loadGltf(file, setOutside), [file]);
  return (
    <>
      {outside.length > 0 && (
        <PreviewNote>
          {text('preview.model.outside', { count: outside.length, names: format.list(outside.slice(0, 3)) })}
        </PreviewNote>
      )}
      <ModelRoom name={file.name} where={where} load={load} facts={factsOf} />
    </>
  );
}

function factsOf({ triangles }: OpenGltf): string {
  return text('preview.model.triangles', { count: triangles });
}
