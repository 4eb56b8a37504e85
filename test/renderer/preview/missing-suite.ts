import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { boxGlb } from './glb-maker.ts';
import { troubleOf, type PreviewRig } from './preview-rig.ts';

const FILES = join(import.meta.dirname, '..', '..', '..', 'resources', 'sample', 'files');
const SCHOOL = join(FILES, 'lindenau-school', 'GSL_Haupthaus_Bestand_2024-06.ifc');

/** Not worked out before: what was is kept by its bytes, and needs no library. */
const school = (): string => readFileSync(SCHOOL, 'utf8').replace('Lindenau', 'Lindenaue');

async function pdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  return document.save();
}

/** Of a preview, what it fetches once it is there: it may have been replaced with a newer one by then. */
export function missingSuite(rig: () => PreviewRig): void {
  describe('of which a part of the program is missing', () => {
    it.each([
      ['the reader of tables', 'points.csv', '**/csv.worker-*', () => 'a,b\n1,2\n'],
      ['the reader of documents', 'manual.pdf', '**/pdf.worker*', pdf],
      ['the check of models', 'box.glb', '**/glb.worker-*', boxGlb],
      ['the reader of buildings', 'school.ifc', '**/ifc.worker-*', school],
      ['its library', 'school.ifc', '**/importer-*', school],
      ['its WebAssembly', 'school.ifc', '**/web-ifc.wasm', school],
    ])('blames no file: %s', async (_, name, part, content) => {
      const { context } = rig();
      let refused = 0;
      await context.route(part, (route) => {
        refused += 1;
        return route.abort();
      });
      try {
        const page = await rig().show(name, await content());
        const told = await troubleOf(page);
        expect(told).toContain(`“${name}” cannot be shown now: a part of SiteSync could not be loaded`);
        expect(refused).toBeGreaterThan(0);
      } finally {
        await context.unroute(part);
      }
    });
  });
}
