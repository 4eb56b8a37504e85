import type { Vector } from '../building.ts';
import { derived, enumeration, integer, StepFile, type StepValue } from './step.ts';

type Ref = ReturnType<StepFile['add']>;

export interface ProjectFacts {
  readonly project: string;
  readonly site: string;
  readonly building: string;
  readonly address: string;
  readonly city: string;
  readonly country: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly date: string;
}

export interface Product {
  readonly entity: string;
  readonly name: string;
  readonly description?: string;
  readonly tag?: string;
  readonly type: string;
  readonly at: Vector;
  readonly shape: Ref;
}

/** An IFC4 file with project, units, site and building; storeys and products are added to it. */
export class IfcProject {
  readonly step: StepFile;
  private readonly facts: ProjectFacts;
  private readonly origin: Ref;
  private readonly body: Ref;
  private readonly building: Ref;
  private readonly buildingPlacement: Ref;
  private readonly styles = new Map<string, Ref>();
  private readonly storeys: Ref[] = [];

  constructor(facts: ProjectFacts) {
    this.facts = facts;
    this.step = new StepFile(`${facts.project} ${facts.building}`);
    const { step } = this;
    this.origin = this.axes([0, 0, 0]);
    const context = step.add(
      'IFCGEOMETRICREPRESENTATIONCONTEXT',
      null,
      'Model',
      integer(3),
      0.00001,
      this.origin,
      null,
    );
    this.body = addBody(step, context);
    const project = step.add(
      'IFCPROJECT',
      step.guid(),
      null,
      facts.project,
      null,
      null,
      null,
      null,
      [context],
      this.units(),
    );
    const sitePlacement = step.add('IFCLOCALPLACEMENT', null, this.origin);
    const site = addSite(step, facts, sitePlacement);
    const address = addAddress(step, facts);
    this.buildingPlacement = step.add('IFCLOCALPLACEMENT', sitePlacement, this.origin);
    this.building = addBuilding(step, facts, this.buildingPlacement, address);
    this.aggregate(project, [site]);
    this.aggregate(site, [this.building]);
  }

  axes(at: Vector): Ref {
    return this.step.add('IFCAXIS2PLACEMENT3D', this.step.add('IFCCARTESIANPOINT', at), null, null);
  }

  storey(name: string, elevation: number): { readonly ref: Ref; readonly placement: Ref } {
    const placement = this.step.add(
      'IFCLOCALPLACEMENT',
      this.buildingPlacement,
      this.axes([0, 0, elevation]),
    );
    const ref = this.step.add(
      'IFCBUILDINGSTOREY',
      this.step.guid(),
      null,
      name,
      null,
      null,
      placement,
      null,
      null,
      enumeration('ELEMENT'),
      elevation,
    );
    this.storeys.push(ref);
    return { ref, placement };
  }

  aggregate(whole: Ref, parts: readonly Ref[]): void {
    this.step.add('IFCRELAGGREGATES', this.step.guid(), null, null, null, whole, parts);
  }

  contain(storey: Ref, products: readonly Ref[]): void {
    this.step.add('IFCRELCONTAINEDINSPATIALSTRUCTURE', this.step.guid(), null, null, null, products, storey);
  }

  /** An upright box of l × w × h whose lower corner is the product's own origin. */
  block([l, w, h]: Vector, colour: string): Ref {
    const centre = this.step.add(
      'IFCAXIS2PLACEMENT2D',
      this.step.add('IFCCARTESIANPOINT', [l / 2, w / 2]),
      null,
    );
    const profile = this.step.add('IFCRECTANGLEPROFILEDEF', enumeration('AREA'), null, centre, l, w);
    return this.extruded(profile, this.origin, h, colour);
  }

  /** A round bar along x (`'x'`), into the plot (`'y'`) or upwards, from the product's own origin. */
  bar(radius: number, length: number, along: 'x' | 'y' | 'z', colour: string): Ref {
    const profile = this.step.add('IFCCIRCLEPROFILEDEF', enumeration('AREA'), null, null, radius);
    const axis = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }[along];
    const across = along === 'z' ? [1, 0, 0] : [0, 0, 1];
    const placement = this.step.add(
      'IFCAXIS2PLACEMENT3D',
      this.step.add('IFCCARTESIANPOINT', [0, 0, 0]),
      this.step.add('IFCDIRECTION', axis),
      this.step.add('IFCDIRECTION', across),
    );
    return this.extruded(profile, placement, length, colour);
  }

  /** `extra` are the attributes that follow Representation: for most elements Tag and PredefinedType. */
  product(storeyPlacement: Ref, product: Product, extra?: readonly StepValue[]): Ref {
    const placement = this.step.add('IFCLOCALPLACEMENT', storeyPlacement, this.axes(product.at));
    return this.step.add(
      product.entity,
      this.step.guid(),
      null,
      product.name,
      product.description ?? null,
      null,
      placement,
      product.shape,
      ...(extra ?? [product.tag ?? null, enumeration(product.type)]),
    );
  }

  properties(owner: Ref, set: string, values: Readonly<Record<string, StepValue>>): void {
    const singles = Object.entries(values).map(([name, value]) =>
      this.step.add('IFCPROPERTYSINGLEVALUE', name, null, value, null),
    );
    this.define(owner, this.step.add('IFCPROPERTYSET', this.step.guid(), null, set, null, singles));
  }

  /** Lengths in m, areas in m², volumes in m³. */
  quantities(
    owner: Ref,
    set: string,
    values: Readonly<Record<string, readonly ['LENGTH' | 'AREA' | 'VOLUME', number]>>,
  ): void {
    const all = Object.entries(values).map(([name, [kind, value]]) =>
      this.step.add(`IFCQUANTITY${kind}`, name, null, null, value, null),
    );
    this.define(owner, this.step.add('IFCELEMENTQUANTITY', this.step.guid(), null, set, null, null, all));
  }

  toBytes(fileName: string): Uint8Array {
    this.aggregate(this.building, this.storeys);
    return this.step.toBytes(fileName, this.facts.date, 'ReferenceView_V1.2');
  }

  private define(owner: Ref, definition: Ref): void {
    this.step.add('IFCRELDEFINESBYPROPERTIES', this.step.guid(), null, null, null, [owner], definition);
  }

  private extruded(profile: Ref, placement: Ref, depth: number, colour: string): Ref {
    const up = this.step.add('IFCDIRECTION', [0, 0, 1]);
    const solid = this.step.add('IFCEXTRUDEDAREASOLID', profile, placement, up, depth);
    this.step.add('IFCSTYLEDITEM', solid, [this.style(colour)], null);
    const shape = this.step.add('IFCSHAPEREPRESENTATION', this.body, 'Body', 'SweptSolid', [solid]);
    return this.step.add('IFCPRODUCTDEFINITIONSHAPE', null, null, [shape]);
  }

  private style(colour: string): Ref {
    const known = this.styles.get(colour);
    if (known !== undefined) return known;
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
      (at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255,
    );
    const rgb = this.step.add('IFCCOLOURRGB', null, red, green, blue);
    const rendering = this.step.add(
      'IFCSURFACESTYLERENDERING',
      rgb,
      0,
      null,
      null,
      null,
      null,
      null,
      null,
      enumeration('NOTDEFINED'),
    );
    const style = this.step.add('IFCSURFACESTYLE', null, enumeration('BOTH'), [rendering]);
    this.styles.set(colour, style);
    return style;
  }

  private units(): Ref {
    const si = (kind: string, prefix: string | null, name: string): Ref =>
      this.step.add(
        'IFCSIUNIT',
        derived,
        enumeration(kind),
        prefix === null ? null : enumeration(prefix),
        enumeration(name),
      );
    const radian = si('PLANEANGLEUNIT', null, 'RADIAN');
    const all = [
      si('LENGTHUNIT', null, 'METRE'),
      si('AREAUNIT', null, 'SQUARE_METRE'),
      si('VOLUMEUNIT', null, 'CUBIC_METRE'),
      radian,
      si('POWERUNIT', 'KILO', 'WATT'),
      si('THERMODYNAMICTEMPERATUREUNIT', null, 'DEGREE_CELSIUS'),
    ];
    return this.step.add('IFCUNITASSIGNMENT', all);
  }
}

/** Degrees, minutes, seconds, millionths: the compound angle of IFC, all of one sign. */
function degrees(decimal: string): StepValue {
  const value = Number(decimal);
  const total = Math.abs(value) * 3600;
  const sign = value < 0 ? -1 : 1;
  const [whole, minutes, seconds] = [
    Math.floor(total / 3600),
    Math.floor((total % 3600) / 60),
    Math.floor(total % 60),
  ];
  const millionths = Math.floor((total % 1) * 1_000_000);
  return [whole, minutes, seconds, millionths].map((part) => integer(part === 0 ? 0 : part * sign));
}

function addBody(step: StepFile, context: Ref): Ref {
  return step.add(
    'IFCGEOMETRICREPRESENTATIONSUBCONTEXT',
    'Body',
    'Model',
    derived,
    derived,
    derived,
    derived,
    context,
    null,
    enumeration('MODEL_VIEW'),
    null,
  );
}

function addSite(step: StepFile, facts: ProjectFacts, placement: Ref): Ref {
  return step.add(
    'IFCSITE',
    step.guid(),
    null,
    facts.site,
    null,
    null,
    placement,
    null,
    null,
    enumeration('ELEMENT'),
    degrees(facts.latitude),
    degrees(facts.longitude),
    0,
    null,
    null,
  );
}

function addAddress(step: StepFile, facts: ProjectFacts): Ref {
  return step.add(
    'IFCPOSTALADDRESS',
    null,
    null,
    null,
    null,
    [facts.address],
    null,
    facts.city,
    null,
    null,
    facts.country,
  );
}

function addBuilding(step: StepFile, facts: ProjectFacts, placement: Ref, address: Ref): Ref {
  return step.add(
    'IFCBUILDING',
    step.guid(),
    null,
    facts.building,
    null,
    null,
    placement,
    null,
    null,
    enumeration('ELEMENT'),
    null,
    null,
    address,
  );
}
