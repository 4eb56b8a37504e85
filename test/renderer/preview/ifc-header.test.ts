import { expect, it } from 'vitest';
import { readIfcHeader } from '../../../renderer/features/preview/ifc/ifc-header.ts';

const MODEL = "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4X3_ADD2'));\nENDSEC;\nDATA;\nENDSEC;\n";
const END = 'END-ISO-10303-21;';

it.each([
  ['ends there', END, false],
  ['has blank lines behind its end', `${END}${' \r\n'.repeat(1000)}`, false],
  ['has a block of zeros behind its end', `${END}\n${'\0'.repeat(4096)}`, false],
  ['has a long comment behind its end', `${END}\n/*${' checked'.repeat(500)} */\n`, false],
  ['has a signature behind its end', `${END}\nSIGNATURE;\n${'MIIC'.repeat(1000)}\nENDSEC;\n`, false],
  ['stops before its end', '#1=IFCWALL(', true],
  ['stops before its end, and has blank lines there', '\n'.repeat(5000), true],
])('tells whether an IFC that %s is there in part', (_, end, isPartial) => {
  expect(readIfcHeader(Buffer.from(MODEL + end))).toEqual({ schema: 'IFC4X3_ADD2', isPartial });
});

it('takes blanks alone for no model', () => {
  expect(readIfcHeader(Buffer.from('\n \n'))).toMatchObject({ code: 'no-ifc' });
});

it.each([
  ['before its first word', (step: string) => `/* made by hand; ISO-10303-21 */\n${step}`],
  [
    'around an older schema',
    (step: string) => step.replace('FILE_SCHEMA', "/* FILE_SCHEMA(('IFC9')); */ FILE_SCHEMA"),
  ],
  ['in its words', (step: string) => step.replace('FILE_SCHEMA', "FILE_NAME('/*'); FILE_SCHEMA")],
])('reads one with a comment %s', (_, commented) => {
  expect(readIfcHeader(Buffer.from(commented(`${MODEL}${END}`)))).toEqual({
    schema: 'IFC4X3_ADD2',
    isPartial: false,
  });
});
