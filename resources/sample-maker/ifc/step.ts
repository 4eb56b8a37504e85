import { createHash } from 'node:crypto';

/** A value that is written as it stands: a reference, an enumeration, a typed value. */
class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type StepValue = string | number | null | Raw | readonly StepValue[];

export const enumeration = (name: string): Raw => new Raw(`.${name}.`);
export const derived = new Raw('*');
export const label = (text: string): Raw => new Raw(`IFCLABEL(${quoted(text)})`);
export const identifier = (text: string): Raw => new Raw(`IFCIDENTIFIER(${quoted(text)})`);
export const yesNo = (value: boolean): Raw => new Raw(`IFCBOOLEAN(${value ? '.T.' : '.F.'})`);
export const measure = (type: string, value: number): Raw => new Raw(`${type}(${real(value)})`);

/** An ISO 10303-21 file in the making: entities are numbered in the order in which they are added. */
export class StepFile {
  private readonly lines: string[] = [];
  private readonly salt: string;
  private guids = 0;

  constructor(salt: string) {
    this.salt = salt;
  }

  add(entity: string, ...values: StepValue[]): Raw {
    this.lines.push(`#${this.lines.length + 1}=${entity}(${values.map(written).join(',')});`);
    return new Raw(`#${this.lines.length}`);
  }

  /** The 22 characters of a GlobalId; its first one holds two bits only. */
  guid(): string {
    const digest = createHash('sha256').update(`${this.salt} ${this.guids}`).digest();
    this.guids += 1;
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$';
    return Array.from(
      { length: 22 },
      (_, at) => alphabet[(digest[at] ?? 0) % (at === 0 ? 4 : 64)] ?? '0',
    ).join('');
  }

  toBytes(fileName: string, date: string, view: string): Uint8Array {
    return Buffer.from(
      [
        'ISO-10303-21;',
        'HEADER;',
        `FILE_DESCRIPTION(('ViewDefinition [${view}]'),'2;1');`,
        `FILE_NAME(${quoted(fileName)},'${date}',('SiteSync sample maker'),('SiteSync'),'SiteSync sample maker','SiteSync','');`,
        "FILE_SCHEMA(('IFC4'));",
        'ENDSEC;',
        'DATA;',
        ...this.lines,
        'ENDSEC;',
        'END-ISO-10303-21;',
        '',
      ].join('\n'),
    );
  }
}

function written(value: StepValue): string {
  if (value === null) return '$';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return real(value);
  if (value instanceof Raw) return value.text;
  return `(${value.map(written).join(',')})`;
}

/** Part 21 wants a decimal point in a real number. */
function real(value: number): string {
  const text = String(Number(value.toFixed(4)));
  return text.includes('.') ? text : `${text}.`;
}

/** Whole numbers, for the few attributes that are INTEGER. */
export const integer = (value: number): Raw => new Raw(String(value));

/** Part 21 strings are ASCII: all else is written as UTF-16 code units between \X2\ and \X0\. */
function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "''")
    .replace(/[^\u0020-\u007e]+/gu, (run) => {
      const units = Array.from({ length: run.length }, (_, at) => run.charCodeAt(at));
      return `\\X2\\${units.map((unit) => unit.toString(16).toUpperCase().padStart(4, '0')).join('')}\\X0\\`;
    });
  return `'${escaped}'`;
}
