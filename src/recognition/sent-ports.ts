import { portsInFiles } from './called-ports';
import type { RecognizedPod } from './recognized';
import { mountedTexts } from './settings';
import { PodContainer } from '../kubernetes/pod';

/** A host on loopback and its port in two words: `-p host=localhost -p port=4318`. */
const IN_WORDS = /(?:^|\s)host=(?:localhost|127\.0\.0\.1)(?:\s-\w)?\sport=(\d{2,5})(?=\s|$)/gi;
/** The same in a section of a file, where only a space stands between a key and its value: `Host 127.0.0.1`. */
const HOST = /^[ \t]*host[ \t]+(?:localhost|127\.0\.0\.1)[ \t\r]*$/i;
const PORT = /^[ \t]*port[ \t]+(\d{2,5})[ \t\r]*$/i;
/** What a program only reads from another one. */
const SCRAPED = /scrape|targets/i;

/** The ports on loopback to which the command and the files of a known program send. */
export function sentPorts(recognition: RecognizedPod, container: PodContainer): number[] {
  return recognition.once(readSentPorts, container);
}

function readSentPorts(recognition: RecognizedPod, container: PodContainer): number[] {
  if (recognition.program(container) === undefined) {
    return [];
  }
  const words = recognition.run(container).source.words.join(' ');
  const texts = mountedTexts(recognition, container).map(text => text.split('\n').filter(line => !SCRAPED.test(line)).join('\n'));
  const inFiles = portsInFiles(texts).filter(({ isListening, isInScript }) => !isListening && !isInScript).map(({ port }) => port);
  return [...new Set([...[...words.matchAll(IN_WORDS)].map(([, port]) => Number(port)), ...inFiles, ...texts.flatMap(inSections)])];
}

/** The ports in sections of a file that name a host on loopback. */
function inSections(text: string): number[] {
  const sections = /host[ \t]/i.test(text) ? text.split(/^[ \t]*\[/m) : [];
  return sections.map(section => section.split('\n')).filter(lines => lines.some(line => HOST.test(line)))
    .flatMap(lines => lines.flatMap(line => PORT.exec(line)?.[1] ?? [])).map(Number);
}
