import { TEXT_MAPPING } from '../../src/data/arguments';
import { languageOf } from '../../src/data/language';
import { authored, listed, member, Wording, wording } from '../../src/data/wording';

const AGENTS = { Python: 'Python/3.12.1', Go: 'go1.25/linux/amd64', DotNet: 'DotNet/8.0', Java: 'Java/17.0.15', TypeScript: '' };

function inAll(text: Wording): { [language: string]: string } {
  return Object.fromEntries(Object.entries(AGENTS).map(([language, agent]) => [language, text.in(languageOf(agent))]));
}

test('a member in quotes is spelled as the language does', () => {
  const text = "set 'maxMemory' or 'port'";

  expect(inAll(authored(text))).toEqual({
    Python: "set 'max_memory' or 'port'",
    Go: "set 'MaxMemory' or 'Port'",
    DotNet: "set 'MaxMemory' or 'Port'",
    Java: text,
    TypeScript: text,
  });
});

test('an example calls methods and names keys as the language does, and keeps its values', () => {
  const text = "set 'schedule', for example [Cron.onDay({ weekDay: 'monday', at: Hour.NOON }), 'never'], or remove 'timeZone'";

  expect(inAll(authored(text))).toEqual({
    Python: "set 'schedule', for example [Cron.on_day({ week_day: 'monday', at: Hour.NOON }), 'never'], or remove 'time_zone'",
    Go: "set 'Schedule', for example [Cron_OnDay({ WeekDay: 'monday', At: Hour_NOON }), 'never'], or remove 'TimeZone'",
    DotNet: "set 'Schedule', for example [Cron.OnDay({ WeekDay: 'monday', At: Hour.NOON }), 'never'], or remove 'TimeZone'",
    Java: text,
    TypeScript: text,
  });
});

test.each([
  ["set 'name', for example 'proxy'", "set 'Name', for example 'proxy'"],
  ['for example kplus.Probe.fromCommand(probe)', 'for example kplus.Probe_FromCommand(probe)'],
  ["it restarts within its pod ('restartRules')", "it restarts within its pod ('RestartRules')"],
  ['set securityContext: { ensureNonRoot: false }', 'set SecurityContext: { EnsureNonRoot: false }'],
  ["call 'addContainer()'", "call 'AddContainer()'"],
  ['{{ .Data.data.password }} at https://vault.Acme.com', '{{ .Data.data.password }} at https://vault.Acme.com'],
])('%s reads in Go: %s', (text, inGo) => {
  expect(inAll(authored(text)).Go).toBe(inGo);
});

test('values are data of the user and keep their spelling, also those that look like members', () => {
  const message = inAll(wording`'maxMemory' of '${'maxMemory'}' is ${"{ maxItems: 'Size.of(1)' }"}`);

  expect(message.Go).toBe("'MaxMemory' of 'maxMemory' is { maxItems: 'Size.of(1)' }");
  expect(message.Python).toBe("'max_memory' of 'maxMemory' is { maxItems: 'Size.of(1)' }");
  expect(inAll(authored(TEXT_MAPPING.what)).Go).toBe("an object whose values are strings, for example { name: 'value' }");
});

test('a wording within another one, and a member whose name is a value, are spelled too', () => {
  const sentence = wording`${member('appPort')} of '${'web'}': ${wording`set 'healthPort'`}`;

  expect(inAll(sentence).Python).toBe("'app_port' of 'web': set 'health_port'");
});

test('a list of members is spelled too', () => {
  expect(inAll(wording`set ${listed([member('appPort'), member('healthPort')], ' or ')}`).Go).toBe("set 'AppPort' or 'HealthPort'");
});
