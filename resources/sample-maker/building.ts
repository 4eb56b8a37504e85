/** Metres; x along the street, y into the plot, z up. */
export type Vector = readonly [x: number, y: number, z: number];

export type EquipmentKind =
  | 'ahu'
  | 'pump'
  | 'chiller'
  | 'boiler'
  | 'vessel'
  | 'compressor'
  | 'evaporator'
  | 'exchanger'
  | 'panel';

/** One machine, as it appears in the datamodel, the drawings and the models. */
export interface Equipment {
  readonly tag: string;
  readonly kind: EquipmentKind;
  readonly title: string;
  readonly maker: string;
  readonly model: string;
  readonly serial: string;
  readonly room: string;
  /** Lower corner and size in the plant room. */
  readonly at: Vector;
  readonly size: Vector;
  /** Rows of the data sheet: label, value with unit. */
  readonly data: readonly (readonly [label: string, value: string])[];
}

export type Medium = 'heating' | 'return' | 'chilled' | 'refrigerant' | 'air';

export interface Pipe {
  readonly name: string;
  readonly medium: Medium;
  readonly radius: number;
  readonly path: readonly Vector[];
}

export interface Plant {
  readonly name: string;
  readonly size: Vector;
  readonly items: readonly Equipment[];
  readonly pipes: readonly Pipe[];
}

export interface Block {
  readonly name: string;
  readonly at: Vector;
  readonly length: number;
  readonly width: number;
  readonly storeys: number;
  readonly storeyHeight: number;
  readonly roof: 'flat' | 'gable' | 'saw';
  /** Windows along the street side of one storey; 0 for a blind wall. */
  readonly bays: number;
  readonly facade: string;
  readonly glass: string;
}

export interface Building {
  readonly name: string;
  readonly blocks: readonly Block[];
  /** Use of the rooms of a storey, in turn. */
  readonly rooms: readonly string[];
}
