import { drawn } from '../look/text-size.ts';
import './skeleton.css';

interface SkeletonRowsProps {
  /** What is on its way: "Files". */
  readonly label: string;
  readonly rows?: number | undefined;
  /** Pixels of a row. */
  readonly height?: number | undefined;
}

const WIDTHS = ['62%', '48%', '71%', '55%', '66%', '43%'] as const;

/** The shape of a list that is not there yet; never over content that can be read. */
export function SkeletonRows({ label, rows = 6, height = 32 }: SkeletonRowsProps) {
  return (
    <div className="skeletons" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skeleton-row" style={{ height: drawn(height) }}>
          <Skeleton width={WIDTHS[index % WIDTHS.length] ?? '60%'} />
        </div>
      ))}
    </div>
  );
}

/** One grey bar in the place of words. */
export function Skeleton({ width = '60%' }: { readonly width?: string }) {
  return <span className="skeleton" style={{ width }} aria-hidden="true" />;
}
