import { isOfServer, isUncalled } from './bound-addresses';
import { shellScript } from './commands';
import { localHosts } from './file-addresses';
import { isOnlooking } from './onlooking';
import { withoutPrinted } from './printed-text';
import { Setting } from './settings';
import { DATABASE_CLIENTS, isDatabasePort } from '../knowledge/databases';
import { usualPort } from '../knowledge/payloads';
import { isLoopback, LOOPBACK_HOST, mayNameLoopback } from '../knowledge/programs/address';

const ADDRESS = new RegExp(`(${LOOPBACK_HOST})(?:[:#]|,(?=\\d{4,5}(?:;|$))|[ \\t]+(?:-p[ \\t]*|--port[ \\t=]|port=)?)(\\d{2,5})\\b`, 'g');
/** The address of a database without its port, which its scheme implies. */
const DATABASE_URL = new RegExp(`\\b([a-z]+)(?:\\+\\w+)?://(?:[^@/\\s"']*@)?(${LOOPBACK_HOST})(?=[/?"'\\s]|$)`, 'g');
/** Clients of databases in a script, which know the port. */
const DATABASE_CLIENT = new RegExp(`\\b(${Object.keys(DATABASE_CLIENTS).join('|')})(?![\\w-])[^;&|\\n]{0,200}?\\s(?:-h|--host)[= ]?(${LOOPBACK_HOST})(?=[\\s"';)]|$)([^;&|\\n]*)`, 'g');
/** Names of settings that tell a program where to listen. For consul and nomad, such a name tells a client whom to call. */
export const LISTENS = new RegExp('listen|bind|serve$|(^|(?<!^(consul|nomad))[-_.])(http|https|grpc|tcp|web|metrics?|health|admin|telemetry|probe|debug|server|status|management)'
  + '[-_.]?(addr|address|port|host|bind|url)?$|^-*(addr|address)$|^(aspnetcore|dotnet\\w*|kestrel\\w*)_urls$', 'i');
/** Names of settings that tell a proxy where its app is. */
const PASSES_ON = /upstream|backend|origin|target|forward(?![-_.]?auth)|proxy[-_.]?(pass|to)|reverse[-_.]?proxy|(^|[-_.])proxy[-_.]?url|(^|[-_.])(app|api|server|main)[-_.]?(url|uri|host|port|addr|address|endpoint)?$/i;
/** Those of them that only proxies have: an app may call its other half a backend. */
const FORWARDS = /^(?:proxy[-_.]?)?(?:upstream|forward[-_.]?to|proxy[-_.]?(?:pass|to)|reverse[-_.]?proxy)(?:[-_.]?(?:url|uri|host|addr|address|port|server|s))?$/i;

/** Names of variables that only the one has who sends through another one: through a proxy, to a collector, to a daemon. */
const MEANS = new RegExp('^((https?|all|socks\\d?|ftp|grpc)_proxy|(\\w+_)?proxy_{1,2}(addr|address|host|server)|docker_host|otel_exporter_\\w*endpoint|dd_(agent_host|trace_agent_url|dogstatsd_(url|host))|(\\w+_)?statsd_(host|addr|address|url|server)'
  + '|jaeger_agent_host|ollama_(host|url|base_url|api_base|api_url|endpoint)|aws_(container_credentials_full_uri|ec2_metadata_service_endpoint|xray_daemon_address)|gce_metadata_(host|ip|root))$', 'i');

/** Whether the name of a setting says that its container sends through another one. */
export function isMeans(name: string): boolean {
  return MEANS.test(name);
}

/** A port on loopback that a container names. */
export interface CalledPort {
  readonly port: number;
  readonly text: string;
  /** The name of the setting suggests that the container itself listens there. */
  readonly isListening: boolean;
  readonly isPassedOn: boolean;
  /** The name of the setting says that the container is a proxy before what listens there. */
  readonly isForwarded?: boolean;
  readonly isInScript: boolean;
  /** The name of the setting says that the container sends through what listens there. */
  readonly isMeans?: boolean;
  /** A setting with a name of its own says so, and the name means neither the container itself nor its operators. */
  readonly isNamed?: boolean;
  /** The setting says that the container observes what listens there, or exposes it. */
  readonly isOnlooking?: boolean;
}

/** Names of settings with addresses by which browsers reach a server, and which it allows: it calls none of them. */
const OF_BROWSERS = /cors|origins$|(^|[-_.])(allowed|trusted)[-_.]|(redirect|callback)[-_.]?(ur[il]s?)?$|(^|[-_.])(frontend|site|public|external|nextauth|self)[-_.]?(base[-_.]?)?url$/i;

/** The ports on loopback that the settings of a container name, apart from those where it surely listens itself. */
export function calledPorts(settings: readonly Setting[]): CalledPort[] {
  const found: CalledPort[] = [];
  for (const setting of settings) {
    if (mayNameLoopback(setting.value) && !OF_BROWSERS.test(setting.name) && !isOfServer(setting, settings)) {
      found.push(...addressesIn(setting, settings), ...databaseUrls(setting), ...hostAndPort(setting, settings));
      found.push(...(setting.isScript ? databaseClients(setting.value) : []));
    }
  }
  return found;
}

function addressesIn(setting: Setting, settings: readonly Setting[]): CalledPort[] {
  const { name, value, isScript } = setting;
  const called = [...value.matchAll(ADDRESS)].filter(({ 0: text, index }) => !isUncalled(setting, index, index + text.length));
  return called.map(({ 0: text, 2: port, index }) => {
    const onlooks = !isMeans(name) && isOnlooking(setting, index, index + text.length, settings);
    return {
      port: Number(port),
      text: text.replace(/[ \t].*[ \t=]|[ \t]+|[,#]/, ':'),
      isListening: !isScript && LISTENS.test(name),
      isPassedOn: !isScript && PASSES_ON.test(name),
      isForwarded: !isScript && FORWARDS.test(name),
      isInScript: isScript,
      isMeans: isMeans(name),
      isNamed: !isScript && !onlooks && namesOther(name),
      ...(onlooks ? { isOnlooking: true } : {}),
    };
  });
}

/** Calls of clients without a port; with one, the address is read elsewhere. */
function databaseClients(script: string): CalledPort[] {
  return [...script.matchAll(DATABASE_CLIENT)].filter(([call, , , rest]) => !/\s(-p|-P|--port)/.test(call + rest)).map(([, client, host]) => {
    const port = DATABASE_CLIENTS[client];
    return { port, text: `${host}:${port}`, isListening: false, isPassedOn: false, isInScript: true };
  });
}

function databaseUrls({ name, value, isScript }: Setting): CalledPort[] {
  return value.includes('://') ? [...value.matchAll(DATABASE_URL)].flatMap(([, scheme, host]) => {
    const port = usualPort(scheme.toUpperCase());
    return port === undefined ? [] : [{ port, text: `${host}:${port}`, isListening: false, isPassedOn: !isScript && PASSES_ON.test(name), isInScript: isScript }];
  }) : [];
}

/** Names of the two settings that together are an address, by what stands before them: `DB_HOST` and `DB_PORT`, `PGHOST` and `PGPORT`, `--redis.host` and `--redis.port`, `--host` and `--port`. */
const HOST = /^(?:(.*?)[-_.]|(pg))?(?:host|hostname|addr|address|server|ip)$|^h$/i;

/** A host and its port in two settings. A name such as `REDIS_HOST` implies the port. */
function hostAndPort({ name, value }: Setting, settings: readonly Setting[]): CalledPort[] {
  const match = isLoopback(value) ? HOST.exec(name) : undefined;
  if (!match) {
    return [];
  }
  const prefix = match[1] ?? match[2] ?? '';
  // Without a name before it, a program may also listen there: then it is a call only if another container has the port.
  const isListening = prefix === '' || LISTENS.test(prefix);
  const given = settings.find(other => name === 'h' ? other.name === 'p' : plain(other.name) === plain(`${prefix}port`))?.value;
  const port = isListening && !isFlag(name) ? NaN : Number(given ?? usualPort(prefix.toUpperCase().replace(/[-.]/g, '_')));
  return Number.isInteger(port) ? [{ port, text: `${value}:${port}`, isListening, isPassedOn: PASSES_ON.test(name), isForwarded: FORWARDS.test(name), isInScript: false, isMeans: isMeans(name), isNamed: namesOther(prefix) }] : [];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_.]/g, '');
}

/** Variables are written in capitals. */
function isFlag(name: string): boolean {
  return name === name.toLowerCase();
}

/** Settings for those who look after a program: that they are bound to loopback tells nothing about whom it serves. */
const FOR_OPERATORS = /metric|prom|health|probe|admin|debug|pprof|profil|status|telemetry|monitor|ready|live|management|diagnos/i;

/** Names of settings by which one tells another container of something, or looks after it: they do not show that it needs the other one. */
const ABOUT_OTHER = new RegExp('(web)?hook|notify|reload|(^|[-_.])check|ping|destination|sink|ingest|publish|import|refresh|drain|shutdown|quit|warm|purge|handler|function|cron|smoke|instance'
  + '|engine|inference|peer|(^|[-_.])(join|leader|cluster|seed|local)([-_.]|$)|^(pma|adminer|me_config)([-_.]|$)', 'i');

/** Names by which a container is told its own address, or that of its other half: what stands before `BASE` names nothing else. */
const OWN_BASE = /^(app|site|public|self|server|web|api)?[-_.]?base[-_.]?(ur[il]|path|addr|address|endpoint)?$/i;

/** Words for an address that name nothing by themselves. */
const ADDRESS_ALONE = /^(ur[il]|endpoint|address|addr|host|port)s?$/i;

function namesOther(name: string): boolean {
  return name !== '' && !ADDRESS_ALONE.test(name) && !OWN_BASE.test(name) && !LISTENS.test(name) && !FOR_OPERATORS.test(name) && !ABOUT_OTHER.test(name);
}

/** The addresses on loopback where a container is told to listen for those that it serves. */
export function listensLocally(settings: readonly Setting[]): CalledPort[] {
  return settings.filter(({ name, value }) => !FOR_OPERATORS.test(name) && mayNameLoopback(value))
    .flatMap(setting => {
      const ofFlags = hostAndPort(setting, settings).filter(({ port }) => !isDatabasePort(port));
      return [...addressesIn(setting, settings), ...ofFlags, ...listenVariables(setting, settings)];
    })
    .filter(({ isListening }) => isListening);
}

/** Names of variables that can only be meant for where a program itself listens. */
const LISTEN_HOST = /^(.*(?:listen|bind))[-_.]?(?:host|addr|address|ip)$/i;

/** A host and a port in two variables: `LISTEN_HOST` and `LISTEN_PORT`. */
function listenVariables({ name, value }: Setting, settings: readonly Setting[]): CalledPort[] {
  const prefix = isLoopback(value) ? LISTEN_HOST.exec(name)?.[1] : undefined;
  const port = prefix === undefined || isFlag(name) ? NaN : Number(settings.find(other => plain(other.name) === plain(`${prefix}port`))?.value);
  return Number.isInteger(port) ? [{ port, text: `${value}:${port}`, isListening: true, isPassedOn: false, isInScript: false }] : [];
}

/** The key at the beginning of a line of a configuration: `url: …`, `"url": …`, `url = …`, `proxy_pass …`. */
const KEY = /^[\s"'{,-]*([\w.-]+)/;

/** Keys of files that name what is called: `agentEndpoint`, `quotes_url`. A plain `url` may mean anything. */
const NAMES_CALLED = /^(?!(?:base|api|http|https|server|app|web|remote|default|service|client|public|external)[-_.]?(?:ur[il]|endpoint|addr|host))[a-z][\w.-]{0,60}(?:url|uri|endpoint|addr|address)$/i;

/** The ports on loopback that files name. */
export function portsInFiles(texts: readonly string[]): CalledPort[] {
  // Nobody listens at a URL.
  const isUrl = ({ name, value }: Setting) => /^addr(ess)?$/i.test(name) && value.includes('://');
  const named = fileSettings(texts).flatMap(setting => calledPorts([setting]).map(call => ({
    ...call,
    isListening: call.isListening && !isUrl(setting),
    isNamed: call.isNamed === true && NAMES_CALLED.test(setting.name),
  })));
  return [...named, ...texts.flatMap(localHosts).flatMap(calledPorts)];
}

/** The lines of configuration files that name a port on loopback, as settings. */
function fileSettings(texts: readonly string[]): Setting[] {
  return texts.filter(mayNameLoopback).flatMap(text => {
    const isScript = text.startsWith('#!');
    const lines = (isScript ? withoutPrinted(shellScript(text, { path: [] })) : text).split('\n');
    return lines.filter(line => mayNameLoopback(line) && !/^\s*(#|\/\/|;)/.test(line))
      .map(line => ({ name: KEY.exec(line)?.[1] ?? '', value: line, isScript }));
  });
}
