import {
  Component,
  lazy,
  Suspense,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { text } from '../../text/setup.ts';
import { OnAsking } from './on-asking.tsx';
import { kindOf, type PreviewFile, type PreviewKind } from './preview-file.ts';
import {
  NoPreview,
  PreviewLoading,
  PreviewTrouble,
  type PreviewPlace,
  type SeriesOfRows,
  type ViewProps,
} from './preview-parts.tsx';
import { damaged } from './read-content.ts';
import './preview.css';

type View = LazyExoticComponent<ComponentType<ViewProps>>;

/** Each kind is its own part of the program, fetched when a file of it is first looked at. */
const VIEWS: Readonly<Record<Exclude<PreviewKind, 'none'>, View>> = {
  image: lazy(async () => ({ default: (await import('./image/image-view.tsx')).ImageView })),
  svg: lazy(async () => ({ default: (await import('./image/svg-view.tsx')).SvgView })),
  pdf: lazy(async () => ({ default: (await import('./pdf/pdf-view.tsx')).PdfView })),
  csv: lazy(async () => ({ default: (await import('./csv/csv-view.tsx')).CsvView })),
  glb: lazy(async () => ({ default: (await import('./gltf/gltf-view.tsx')).GltfView })),
  ifc: lazy(async () => ({ default: (await import('./ifc/ifc-view.tsx')).IfcView })),
  text: lazy(async () => ({ default: (await import('./text/text-view.tsx')).TextView })),
};

interface PreviewProps {
  readonly file: PreviewFile;
  readonly where: PreviewPlace;
  readonly series?: SeriesOfRows | undefined;
}

/**
 * Shows a file from its copy on this computer, whatever it holds: nothing of it is run, nothing is asked of any other
 * place, and what is wrong with it is said in its own room.
 */
export function Preview({ file, where, series }: PreviewProps): ReactNode {
  const kind = kindOf(file.name);
  return (
    <section className={`preview preview-${where}`} aria-label={text('preview.of', { name: file.name })}>
      <Fence key={`${file.url} ${file.version}`} name={file.name}>
        {kind === 'none' ? (
          <NoPreview file={file} />
        ) : (
          <Suspense fallback={<PreviewLoading words={text('preview.opening')} />}>
            <OnAsking file={file} where={where}>
              <Shown view={VIEWS[kind]} file={file} where={where} series={series} />
            </OnAsking>
          </Suspense>
        )}
      </Fence>
    </section>
  );
}

function Shown({ view: View, ...props }: ViewProps & { readonly view: View }): ReactNode {
  return <View {...props} />;
}

interface FenceProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** A view that fails on a file takes only itself along. */
class Fence extends Component<FenceProps, { readonly reason: string | null }> {
  override readonly state: { readonly reason: string | null } = { reason: null };

  static getDerivedStateFromError(error: unknown): { readonly reason: string } {
    return { reason: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { reason } = this.state;
    if (reason === null) return this.props.children;
    return <PreviewTrouble failure={damaged(text('preview.failed', { name: this.props.name, reason }))} />;
  }
}
