import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { text } from '../../../text/setup.ts';
import { ModelRoom } from '../model/model-room.tsx';
import type { Picked } from '../model/picked.ts';
import type { Stage } from '../model/stage.ts';
import type { ViewProps } from '../preview-parts.tsx';
import { IfcAside } from './ifc-aside.tsx';
import { elementsIn } from './ifc-tree.ts';
import { loadIfc, type OpenIfc } from './load-ifc.ts';

/** A building in IFC: its parts by storey, the model, and the properties of a selected element. */
export function IfcView({ file, where }: ViewProps): ReactNode {
  const load = useMemo(() => loadIfc(file), [file]);
  const [item, setItem] = useState<number | null>(null);
  const onPick = useCallback((picked: Picked | null) => setItem(picked?.item ?? null), []);
  const aside = useCallback(
    (model: OpenIfc, stage: Stage) => (
      <IfcAside model={model} stage={stage} name={file.name} item={item} onItem={setItem} />
    ),
    [file, item],
  );
  return (
    <ModelRoom name={file.name} where={where} load={load} facts={countOf} onPick={onPick} aside={aside} />
  );
}

function countOf({ tree }: OpenIfc): string {
  return text('preview.ifc.elements', { count: elementsIn(tree) });
}
