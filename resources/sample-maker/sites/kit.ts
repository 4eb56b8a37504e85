import { strToU8, zipSync } from 'fflate';
import type { Building, Equipment, Plant } from '../building.ts';
import { buildingModel } from '../glb/building-model.ts';
import { plantModel } from '../glb/plant-model.ts';
import { architecture } from '../ifc/architecture.ts';
import type { ProjectFacts } from '../ifc/project.ts';
import { services } from '../ifc/services.ts';
import { dataSheet } from '../pdf/data-sheet.ts';
import type { Heading } from '../pdf/paper.ts';
import {
  type Commissioning,
  commissioningReport,
  type Log,
  logRows,
  maintenanceLog,
} from '../pdf/reports.ts';
import { airSchematic, type AirSchematic } from '../pdf/schematic.ts';
import type { PointSpec } from '../series/point.ts';
import type { World } from '../series/world.ts';
import { type Category, type FileSpec, inFolder, type SiteFacts } from '../spec.ts';
import { csv, type CsvStyle } from '../text/csv.ts';

export type DocumentFacts = Pick<Heading, 'number' | 'revision' | 'date'>;

type Make = FileSpec['make'];

/** Makes the files of one site under its letterhead. `folder` is a sub-folder of the category. */
export class SiteKit {
  private readonly facts: SiteFacts;
  private readonly company: string;
  private readonly accent: string;

  constructor(facts: SiteFacts, company: string, accent: string) {
    this.facts = facts;
    this.company = company;
    this.accent = accent;
  }

  file(
    category: Category,
    name: string,
    make: Make,
    folder?: string,
    metadata?: FileSpec['metadata'],
  ): FileSpec {
    const all = { ...metadata, ...(folder === undefined ? {} : inFolder(category, folder, name)) };
    return { category, name, make, ...(Object.keys(all).length === 0 ? {} : { metadata: all }) };
  }

  csv(
    category: Category,
    name: string,
    rows: (world: World) => readonly (readonly string[])[],
    style?: CsvStyle,
  ): FileSpec {
    return this.file(category, name, (world) => csv(rows(world), style));
  }

  text(category: Category, name: string, lines: readonly string[], folder?: string): FileSpec {
    return this.file(category, name, () => strToU8(`${lines.join('\n')}\n`), folder);
  }

  sheet(item: Equipment, name: string, document: DocumentFacts, folder?: string): FileSpec {
    const heading = { ...this.heading('', document), company: item.maker };
    return this.file('spec-sheet', name, () => dataSheet(item, heading), folder, { equipment: item.tag });
  }

  schematic(
    name: string,
    title: string,
    document: DocumentFacts,
    drawing: Omit<AirSchematic, 'heading'>,
    folder?: string,
  ): FileSpec {
    const heading = this.heading(title, document);
    return this.file('spec-sheet', name, () => airSchematic({ ...drawing, heading }), folder, {
      equipment: drawing.unit,
    });
  }

  log(
    name: string,
    title: string,
    document: DocumentFacts,
    log: Omit<Log, 'heading'>,
    folder?: string,
  ): FileSpec {
    const heading = this.heading(title, document);
    return this.file('maintenance', name, () => maintenanceLog({ ...log, heading }), folder);
  }

  /** The service book as a list, with the visits of the log that has the same number. */
  logList(
    name: string,
    document: DocumentFacts,
    log: Pick<Log, 'items' | 'people' | 'entries'>,
    style?: CsvStyle,
  ): FileSpec {
    const heading = this.heading('', document);
    return this.csv(
      'maintenance',
      name,
      () => [['date', 'equipment', 'work', 'hours', 'by'], ...logRows({ ...log, heading })],
      style,
    );
  }

  commissioning(
    name: string,
    title: string,
    document: DocumentFacts,
    report: (world: World) => Omit<Commissioning, 'heading'>,
    folder?: string,
  ): FileSpec {
    const heading = this.heading(title, document);
    return this.file(
      'maintenance',
      name,
      (world) => commissioningReport({ ...report(world), heading }),
      folder,
    );
  }

  buildingGlb(name: string, building: Building, modelId: string): FileSpec {
    return this.file('model-3d', name, () => buildingModel(building), undefined, { model_id: modelId });
  }

  plantGlb(name: string, plant: Plant, modelId: string, folder?: string): FileSpec {
    return this.file('model-3d', name, () => plantModel(plant), folder, { model_id: modelId });
  }

  architectureIfc(name: string, building: Building, storeys: number, folder?: string): FileSpec {
    return this.file(
      'bim-source',
      name,
      () => architecture(this.ifcFacts(building.name), building, name, storeys),
      folder,
    );
  }

  servicesIfc(
    name: string,
    plant: Plant,
    points: readonly PointSpec[],
    terminals: number,
    folder?: string,
  ): FileSpec {
    return this.file('bim-source', name, () => this.servicesModel(name, plant, points, terminals), folder);
  }

  servicesModel(name: string, plant: Plant, points: readonly PointSpec[], terminals: number): Uint8Array {
    return services(this.ifcFacts(plant.name), plant, points, terminals, name);
  }

  /** A zip whose entries all carry the same date, so that it has the same bytes every time. */
  zip(category: Category, name: string, entries: Readonly<Record<string, () => Uint8Array>>): FileSpec {
    const made = () => Object.fromEntries(Object.entries(entries).map(([path, make]) => [path, make()]));
    // The zip format stores local wall-clock time: a Date built from local parts reads the same in every zone.
    return this.file(category, name, () =>
      zipSync(made(), { level: 6, mtime: new Date(2026, 4, 12, 10, 0, 0) }),
    );
  }

  private heading(title: string, document: DocumentFacts): Heading {
    const project = `${this.facts.name}, ${this.facts.city}`;
    return { ...document, title, company: this.company, project, accent: this.accent };
  }

  private ifcFacts(building: string): ProjectFacts {
    const { name, address, city, country, latitude, longitude } = this.facts;
    return {
      project: name,
      site: name,
      building,
      address,
      city,
      country,
      latitude,
      longitude,
      date: '2026-02-12T10:00:00',
    };
  }
}
