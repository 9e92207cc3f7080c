import { controlsHtml } from './controls';
import { html, trusted } from './html';
import { PAGE_STYLE } from './style';
import { totalsHtml } from './totals';
import { safeScriptJson } from '../../data/safe-text';
import { SHARED_PREFIX, SVG_STYLE, svgDefs } from '../../drawing/svg-style';
import { ReportData } from '../report-data';
import { ReportSummary } from '../summary';
import { count } from '../workloads';

/** What a page is made of besides its data. */
export interface PageParts {
  /** The script of the page, bundled. */
  readonly script: string;
  /** The hash of a text as a Content Security Policy names it: `sha256-…`. */
  readonly hashOf: (text: string) => string;
}

/** The page as one file: it needs no other file, and its policy lets it load none. */
export function reportPage(data: ReportData, summary: ReportSummary, { script, hashOf }: PageParts): string {
  const style = `${SVG_STYLE}\n${PAGE_STYLE}`;
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  const { version, kubernetes, mesh, files } = summary;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Sidecar report: ${count(data.workloads.length, 'workload')}</title>
<style>${trusted(style)}</style>
</head>
<body>
<svg class="tl defs" aria-hidden="true">${trusted(svgDefs(SHARED_PREFIX))}</svg>
<header><h1>Sidecar report</h1><p>${count(data.workloads.length, 'workload')} in ${count(files, 'file')}, for Kubernetes ${kubernetes}${mesh === undefined ? '' : ` with ${mesh}`}. Made by cdk8s-sidecars ${version}.</p></header>
<main>
${totalsHtml(data, summary)}
<section aria-labelledby="workloads"><h2 id="workloads">Workloads</h2>
${controlsHtml(data)}
<p id="count" role="status"></p>
<noscript><p class="note">This page lists the workloads with its own script: allow scripts for this file to see them.</p></noscript>
<ul id="list" class="list"></ul>
<p class="more"><button type="button" id="more" hidden>Show more</button></p></section>
</main>
<script type="application/json" id="data">${trusted(safeScriptJson(data))}</script>
<script>${trusted(script)}</script>
</body>
</html>
`;
  return page.toString();
}
