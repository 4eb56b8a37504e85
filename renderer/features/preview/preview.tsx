import {
  Component,
  lazy,
  Suspense,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import type { Failure } from '../../../shared/failure.ts';
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
import { damaged, partMissing } from './read-content.ts';
import './preview.css';

type View = LazyExoticComponent<ComponentType<ViewProps>>;

/** Explained to people by `partMissing`. */
class PartMissing extends Error {}

function part(load: () => Promise<ComponentType<ViewProps>>): View {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      throw new PartMissing('A part of the program is missing', { cause: error });
    }
  });
}

/** Each kind is a chunk of its own, loaded when a file of it is first viewed. */
const VIEWS: Readonly<Record<Exclude<PreviewKind, 'none'>, View>> = {
  image: part(async () => (await import('./image/image-view.tsx')).ImageView),
  svg: part(async () => (await import('./image/svg-view.tsx')).SvgView),
  pdf: part(async () => (await import('./pdf/pdf-view.tsx')).PdfView),
  csv: part(async () => (await import('./csv/csv-view.tsx')).CsvView),
  glb: part(async () => (await import('./gltf/gltf-view.tsx')).GltfView),
  ifc: part(async () => (await import('./ifc/ifc-view.tsx')).IfcView),
  text: part(async () => (await import('./text/text-view.tsx')).TextView),
};

interface PreviewProps {
  readonly file: PreviewFile;
  readonly where: PreviewPlace;
  readonly series?: SeriesOfRows | undefined;
}

/**
 * Shows a file from its copy on this computer, whatever it contains: nothing in it runs, nothing is requested from
 * elsewhere, and what is wrong with it is said in its place.
 */
export function Preview({ file, where, series }: PreviewProps): ReactNode {
  const kind = kindOf(file.name);
  return (
    <section
      className={`preview preview-${where}`}
      aria-label={text('preview.of', { name: file.name })}
      tabIndex={-1}
    >
      {kind === 'none' ? (
        <NoPreview file={file} where={where} />
      ) : (
        <Versions key={file.url} view={VIEWS[kind]} file={file} where={where} series={series} />
      )}
    </section>
  );
}

/** A view of one file: each new version of it is shown from the start, but for the page at which a person reads. */
function Versions({ view, file, where, series }: PreviewProps & { readonly view: View }): ReactNode {
  const [page, setPage] = useState(0);
  return (
    <Fence key={file.version} name={file.name}>
      <Suspense fallback={<PreviewLoading words={text('preview.opening')} />}>
        <OnAsking file={file} where={where}>
          <Shown view={view} file={file} where={where} series={series} page={page} onPage={setPage} />
        </OnAsking>
      </Suspense>
    </Fence>
  );
}

function Shown({ view: View, ...props }: ViewProps & { readonly view: View }): ReactNode {
  return <View {...props} />;
}

interface FenceProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** A view that throws on a file must not take the app along. */
class Fence extends Component<FenceProps, Caught> {
  override readonly state: Caught = { error: null };

  static getDerivedStateFromError(error: unknown): Caught {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <PreviewTrouble failure={told(error, this.props.name)} />;
  }
}

interface Caught {
  readonly error: Error | null;
}

function told(error: Error, name: string): Failure {
  return error instanceof PartMissing
    ? partMissing(name)
    : damaged(text('preview.failed', { name, reason: error.message }));
}
