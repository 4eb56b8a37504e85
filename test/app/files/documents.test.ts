import { expect, it } from 'vitest';
import { isDocument } from '../../../main/app/files/documents.ts';

const OTHERS = [
  // Windows.
  'exe com scr pif bat cmd ps1 vbs js jse wsf hta msi msix appx cpl scf lnk url reg inf msc chm hlp jnlp application',
  'appref-ms settingcontent-ms diagcab xll wll iso img vhd vhdx rdp search-ms searchconnector-ms library-ms website',
  'theme themepack msu mst appinstaller msixbundle appxbundle wsb sct shb ade mde accde mad vsto xbap gadget udl iqy',
  'slk one docm xlsm xlsb xlam pptm ppam doc xls ppt mpp vsd ahk',
  // Macs.
  'app command tool workflow scpt scptd applescript pkg mpkg dmg webloc inetloc fileloc terminal prefpane saver',
  'mobileconfig osax action xip',
  // Linux, and what runs on all of them.
  'sh bash zsh csh ksh fish tcsh run bin desktop appimage deb rpm flatpak flatpakref snap service jar py pyw pyz pyc pl',
  'rb elf html htm svg xml rdf ttl swf',
]
  .join(' ')
  .split(' ')
  .map((ending) => `plan.${ending}`);

it.each([
  ...OTHERS,
  'Pump.pdf.EXE',
  'report.pdf.lnk',
  'fix.exe. .',
  '.bat',
  '.cmd',
  // Only its ending is asked for, and none is none.
  'pdf',
  'README',
  '',
  'plan.',
  // What is seen as the ending, and what it is.
  'plan \u202efdp.msc',
  'plan.msc\u202epdf',
  'plan.pdf\u200b.msc',
  'plan.bat\u200f',
  'plan.pdf ',
  'plan.pdf.',
])('opens no %j', (name) => {
  expect(isDocument(name)).toBe(false);
});

it.each([
  'Pump.pdf',
  'PUMP.PDF',
  'setup.exe.pdf',
  'points.csv',
  'notes.txt',
  'archive.zip',
  'sheet.xlsx',
  'letter.docx',
  'photo.jpeg',
  'scan.e57',
  'Model.ifc',
  'plan.dwg',
  'House.rvt',
  'issues.bcfzip',
  'مخطط.pdf',
])('opens %s', (name) => {
  expect(isDocument(name)).toBe(true);
});
