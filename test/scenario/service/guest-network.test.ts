import { createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesIn, put, SITE, startWorld, type World } from '../../support/laptop.ts';

/** How long it takes to answer, ms: a request that is as quick as on one computer is not to be stopped by anything. */
const AWAY = 100;
const FILES = 400;

let world: World;
let network: Server;
/** What the network answers everything with; null: it lets all through. */
let page: RequestListener | null;
/** Requests that it lets through before. */
let passes: number;
let asked: number;

beforeEach(async () => {
  world = await startWorld();
  page = null;
  passes = 0;
  asked = 0;
  network = createServer((asking, response) => {
    asked += 1;
    const answer = page;
    if (answer === null || passes-- > 0) passOn(asking, response);
    else asking.resume().once('end', () => setTimeout(answer, AWAY, asking, response));
  });
  await new Promise<void>((resolve) => void network.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  network.closeAllConnections();
  network.close();
  await world.close();
});

const signInPage: RequestListener = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Hotel</title>');
};
const wayToIt: RequestListener = (_, response) => {
  response.writeHead(302, { Location: 'https://login.hotel.example/' }).end();
};

const ownPage: RequestListener = ({ url = '' }, response) => {
  if (url.startsWith('/login')) response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html></html>');
  else response.writeHead(303, { Location: '/login?next=/' }).end();
};
const asksForSignIn: RequestListener = (_, response) => {
  response.writeHead(401, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Hotel</title>');
};

const noWay: RequestListener = (_, response) => {
  response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html><h1>Bad Gateway</h1></html>');
};

const passOn: RequestListener = (asking, response) => {
  const { method = 'GET', headers } = asking;
  const passed = request(world.service.url + asking.url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(response);
  });
  asking.pipe(passed);
};

it.each([
  ['its sign-in page', signInPage],
  ['the way to its sign-in page', wayToIt],
  ['the way to a page at the address of the service', ownPage],
  ['a page that asks for a sign-in', asksForSignIn],
  ['that its gateway has no way', noWay],
])('a guest network that answers with %s is one state, not a problem of each file', async (_, answer) => {
  const anna = world.laptop('anna', `http://127.0.0.1:${(network.address() as AddressInfo).port}`);
  await anna.sync();
  const names = Array.from({ length: FILES }, (__, n) => `Other/${n}.txt`);
  for (const name of names) await put(anna, name, name);
  page = answer;
  for (const before of [1, 0]) {
    passes = before;
    asked = 0;
    const report = await anna.sync();
    expect([report.state, report.sites[0]?.problems]).toEqual(['offline', []]);
    // Those that were under way until a look told that it is the network.
    expect(asked).toBeLessThan(FILES / 2);
  }
  expect(world.service.store.files(SITE)).toEqual([]);
  expect(Object.keys(await filesIn(anna.folder))).toHaveLength(FILES);
});
