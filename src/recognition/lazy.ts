// Most pods have no helpers and no workarounds, so the code that finds them is loaded here, once, on first use.
type AppModule = typeof import('./app');
type Endless = typeof import('./endless');
type Gates = typeof import('./gates');
type Helpers = typeof import('./helpers');
type Leftovers = typeof import('./leftovers/leftovers');
type LoopbackModule = typeof import('./loopback');
type PodViewModule = typeof import('./pod-view');
type Sigterm = typeof import('./sigterm');

let app: AppModule | undefined;
let endless: Endless | undefined;
let gates: Gates | undefined;
let helpers: Helpers | undefined;
let leftovers: Leftovers | undefined;
let loopback: LoopbackModule | undefined;
let podView: PodViewModule | undefined;
let sigterm: Sigterm | undefined;

export const appOf: AppModule['appOf'] = view => {
  app ??= require('./app') as AppModule;
  return app.appOf(view);
};

export const isEndless: Endless['isEndless'] = (recognition, container) => {
  endless ??= require('./endless') as Endless;
  return endless.isEndless(recognition, container);
};

export const isSurelyEndless: Endless['isSurelyEndless'] = (recognition, container) => {
  endless ??= require('./endless') as Endless;
  return endless.isSurelyEndless(recognition, container);
};

export const gateOf: Gates['gateOf'] = (recognition, container) => {
  gates ??= require('./gates') as Gates;
  return gates.gateOf(recognition, container);
};

export const helpersOf: Helpers['helpersOf'] = recognition => {
  helpers ??= require('./helpers') as Helpers;
  return helpers.helpersOf(recognition);
};

export const leftoversOf: Leftovers['leftoversOf'] = recognition => {
  leftovers ??= require('./leftovers/leftovers') as Leftovers;
  return leftovers.leftoversOf(recognition);
};

export const loopbackOf = (...args: ConstructorParameters<LoopbackModule['Loopback']>): InstanceType<LoopbackModule['Loopback']> => {
  loopback ??= require('./loopback') as LoopbackModule;
  return new loopback.Loopback(...args);
};

export const reasonToIgnoreSigterm: Sigterm['reasonToIgnoreSigterm'] = (recognition, container) => {
  sigterm ??= require('./sigterm') as Sigterm;
  return sigterm.reasonToIgnoreSigterm(recognition, container);
};

export const viewOf: PodViewModule['viewOf'] = recognition => {
  podView ??= require('./pod-view') as PodViewModule;
  return podView.viewOf(recognition);
};
