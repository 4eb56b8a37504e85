import type { Equipment } from '../building.ts';
import { normal, seeded } from '../random.ts';
import { lineChart } from './charts.ts';
import { type Frame, GREY, type Heading, INK, Paper, RULE } from './paper.ts';

/** A maker's data sheet: design data, performance curves, dimensions and spare parts. */
export async function dataSheet(item: Equipment, heading: Omit<Heading, 'title'>): Promise<Uint8Array> {
  const paper = await Paper.open({ ...heading, title: `Data sheet ${item.tag}` });
  paper.title(`${item.maker} ${item.model}`, `${item.tag}  ·  ${item.title}  ·  ${item.room}`);
  paper.section('1  Identification');
  paper.facts([
    ['Tag', item.tag],
    ['Manufacturer', item.maker],
    ['Type', item.model],
    ['Serial number', item.serial],
    ['Place', item.room],
    ['Dimensions L × W × H', item.size.map((side) => `${Math.round(side * 1000)} mm`).join(' × ')],
  ]);
  paper.section('2  Design data');
  paper.facts(item.data);
  paper.paragraph(
    'Design data hold at the stated entering conditions. Tolerances follow the class that is named in the order; ' +
      'sound levels are free-field values at one metre. Values marked with an asterisk were confirmed at the factory test.',
  );
  paper.section('3  Performance', 260);
  paper.figure(220, `Figure 1: performance of ${item.model}, measured at the factory`, (frame) =>
    curves(frame, item),
  );
  paper.section('4  Dimensions', 150);
  paper.figure(126, 'Figure 2: front and side view, measures in millimetres', (frame) =>
    dimensions(frame, item),
  );
  paper.section('5  Spare parts');
  paper.table(
    [
      { title: 'Pos.', share: 0.1 },
      { title: 'Part', share: 0.44 },
      { title: 'Article', share: 0.24 },
      { title: 'Pieces', share: 0.1, right: true },
      { title: 'Keep in stock', share: 0.12, right: true },
    ],
    spareParts(item),
  );
  paper.section('6  Installation and care');
  for (const text of CARE) paper.paragraph(text);
  return paper.toBytes();
}

const CARE = [
  'Leave 0.8 m free in front of every inspection side and 0.5 m behind. The base frame stands on vibration pads and is ' +
    'levelled to 2 mm per metre. Connect pipes and ducts free of tension and support them by themselves.',
  'Before the first start: check the direction of rotation, the tightness of all unions at 1.3 times the working pressure, ' +
    'the setting of the motor protection and the travel of all actuators.',
  'Every 3 months: look for leaks and noise, note the operating hours. Every 6 months: replace filters or check the seal. ' +
    'Every 12 months: measure the current of all phases, compare with the commissioning report, tighten the terminals.',
];

const PARTS: Readonly<Record<Equipment['kind'], readonly string[]>> = {
  ahu: [
    'Bag filter ePM1 60 %',
    'Panel filter Coarse 70 %',
    'EC fan motor',
    'Rotor drive belt',
    'Damper actuator 10 Nm',
    'Door gasket, 5 m',
  ],
  pump: [
    'Mechanical seal',
    'Bearing set',
    'Impeller',
    'O-ring set',
    'Frequency converter fan',
    'Terminal box cover',
  ],
  chiller: [
    'Oil filter',
    'Expansion valve head',
    'Flow switch',
    'Contactor set',
    'Sight glass',
    'Relief valve',
  ],
  boiler: ['Ignition electrode', 'Burner gasket', 'Condensate trap', 'Gas valve', 'Flow sensor', 'Fan unit'],
  vessel: ['Membrane', 'Manometer', 'Relief valve', 'Sight glass', 'Drain cock', 'Gasket set'],
  compressor: [
    'Oil separator element',
    'Shaft seal',
    'Suction strainer',
    'Oil heater 300 W',
    'Slide valve coil',
    'Coupling disc',
  ],
  evaporator: [
    'Axial fan 500 mm',
    'Defrost heater rod',
    'Drain pan heater',
    'Expansion valve orifice',
    'Fan guard',
    'Probe holder',
  ],
  exchanger: ['Plate gasket set', 'Plate, spare', 'Tie bolt', 'Port liner', 'Insulation shell', 'Drain plug'],
  panel: ['Door filter mat', 'Control relay', 'Fuse set', 'Fan 230 V', '24 V supply', 'Signal lamp'],
};

function spareParts(item: Equipment): string[][] {
  const random = seeded(`parts ${item.tag} ${item.serial}`);
  return PARTS[item.kind].map((part, index) => [
    String((index + 1) * 10),
    part,
    `${item.serial.slice(0, 2)}-${Math.floor(10_000 + random() * 89_999)}-${index + 1}`,
    String(1 + Math.floor(random() * 4)),
    random() > 0.5 ? '1' : '-',
  ]);
}

function curves(frame: Frame, item: Equipment): void {
  const random = seeded(`curve ${item.tag}`);
  const top = item.kind === 'pump' ? 24 : 520;
  const curve = (height: number, sag: number): [number, number][] =>
    Array.from({ length: 41 }, (_, step) => {
      const flow = step / 40;
      return [flow * 100, Math.max(0, top * height * (1 - sag * flow ** 2.1) + normal(random) * top * 0.002)];
    });
  lineChart(
    frame,
    { label: 'Flow, % of design', from: 0, to: 100, ticks: 10 },
    { label: item.kind === 'pump' ? 'Head, m' : 'Pressure, Pa', from: 0, to: top, ticks: 8, digits: 0 },
    [
      { name: '100 %', colour: '#1f5f8b', points: curve(0.94, 0.62) },
      { name: '80 %', colour: '#3c9a8b', points: curve(0.62, 0.58) },
      { name: '60 %', colour: '#c98a2b', points: curve(0.36, 0.52) },
    ],
  );
}

/** Two outlines to one scale with dimension lines. */
function dimensions({ page, x, y, width, height, regular, accent }: Frame, item: Equipment): void {
  const [l, w, h] = item.size;
  const scale = Math.min((width - 140) / (l + w), (height - 50) / h);
  const views = [
    { left: x + 30, side: l },
    { left: x + 90 + l * scale, side: w },
  ];
  for (const { left, side } of views) {
    const size = { width: side * scale, height: h * scale };
    page.drawRectangle({ x: left, y: y + 30, ...size, borderColor: INK, borderWidth: 1.1 });
    page.drawRectangle({ x: left - 3, y: y + 25, width: size.width + 6, height: 5, color: GREY });
    const panels = Math.max(1, Math.round(side / 0.9));
    for (let panel = 1; panel < panels; panel += 1) {
      const at = left + (size.width / panels) * panel;
      page.drawLine({
        start: { x: at, y: y + 30 },
        end: { x: at, y: y + 30 + size.height },
        thickness: 0.5,
        color: GREY,
      });
    }
    const radius = Math.min(size.width, size.height) * 0.16;
    page.drawCircle({
      x: left + size.width / 2,
      y: y + 30 + size.height / 2,
      size: radius,
      borderColor: accent,
      borderWidth: 1,
    });
    page.drawLine({
      start: { x: left, y: y + 14 },
      end: { x: left + size.width, y: y + 14 },
      thickness: 0.6,
      color: RULE,
    });
    const text = String(Math.round(side * 1000));
    page.drawText(text, { x: left + size.width / 2 - 8, y: y + 4, size: 8, font: regular, color: INK });
  }
  page.drawText(`H ${Math.round(h * 1000)}`, {
    x: x - 2,
    y: y + 30 + (h * scale) / 2,
    size: 8,
    font: regular,
    color: INK,
  });
}
