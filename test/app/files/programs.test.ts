import { expect, it } from 'vitest';
import { isProgram } from '../../../main/app/files/programs.ts';

it.each([
  'setup.exe',
  'Pump.pdf.EXE',
  'report.pdf.lnk',
  'fix.cmd',
  'fix.exe. .',
  'run.ps1',
  'start.desktop',
  'install.sh',
  'Model.app',
  'go.command',
  'link.url',
  'x.jar',
])('takes %s for a program', (name) => {
  expect(isProgram(name)).toBe(true);
});

it.each([
  'Pump.pdf',
  'points.csv',
  'model.ifc',
  'exe',
  '.exe',
  'plan.dwg',
  'notes.txt',
  'archive.zip',
  'sheet.xlsx',
])('takes %s for a document', (name) => {
  expect(isProgram(name)).toBe(false);
});
