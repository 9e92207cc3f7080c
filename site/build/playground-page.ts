import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { jsonForHtml } from './html';
import { layout } from './layout';
import { read, ROOT } from '../../generate/page';
import { SHARED_PREFIX, svgDefs } from '../../src/drawing/svg-style';

const EXAMPLES = 'site/examples';

/** In the order in which they are offered. */
const FIRST = ['job-never-ends', 'proxy-dies-first', 'app-starts-too-early', 'pre-stop-stops-sidecar', 'grace-period-too-short', 'istio-probe-deadlock'];

/** The examples of the playground. */
export function playgroundExamples(): { readonly name: string; readonly text: string }[] {
  const names = readdirSync(join(ROOT, EXAMPLES)).map(file => basename(file, '.yaml')).sort();
  return [...FIRST, ...names.filter(name => !FIRST.includes(name))].map(name => ({ name, text: read(`${EXAMPLES}/${name}.yaml`) }));
}

/** The page of the playground. Its script fills it. */
export function playgroundPage(): string {
  return layout({ path: 'playground.html', title: 'Playground', scripts: ['playground.js'], main: MAIN.replace('{{examples}}', () => jsonForHtml(playgroundExamples())) });
}

const MAIN = `<div class="playground">
<div class="intro">
<h1>Playground</h1>
<p>Paste a manifest, and see what its pod does. <strong>Everything runs in this page: nothing is sent anywhere.</strong></p>
</div>
<div class="toolbar">
<label>Example <select id="example"></select></label>
<label>Kubernetes <select id="kubernetes"></select></label>
<label>Mesh <select id="mesh"></select></label>
<button type="button" id="share">Copy a link to this</button>
<p id="told" role="status"></p>
</div>
<p id="about" class="about"></p>
<section class="editing" aria-labelledby="manifest-title">
<h2 id="manifest-title">Manifest</h2>
<div id="editor"></div>
<p class="hint">Tab indents. Press Escape, then Tab, to leave the editor.</p>
</section>
<section class="seeing" aria-labelledby="picture-title">
<div class="title-row">
<h2 id="picture-title">What happens</h2>
<label id="workload-row" hidden>Workload <select id="workload"></select></label>
<label id="compare-row" class="check" hidden><input type="checkbox" id="compare"> compare with the migrated manifest</label>
</div>
<div id="picture" aria-live="off"></div>
<details class="reasons"><summary>What this follows from</summary><div id="reasons"></div></details>
</section>
<section class="trying" aria-labelledby="what-if-title">
<div class="title-row">
<h2 id="what-if-title">What if</h2>
<button type="button" id="reset" hidden>Reset</button>
</div>
<div id="sliders"></div>
</section>
<section class="checking" aria-labelledby="findings-title">
<h2 id="findings-title">Findings</h2>
<p id="finding-count" role="status"></p>
<ul id="findings"></ul>
</section>
<section class="migrating" aria-labelledby="migration-title">
<div class="title-row">
<h2 id="migration-title">Migration</h2>
<button type="button" id="apply" class="primary" hidden>Apply</button>
</div>
<p id="migration" role="status"></p>
<pre id="diff" tabindex="0" role="region" aria-label="Changes" hidden></pre>
<div id="steps"></div>
</section>
</div>
<svg class="tl defs" width="0" height="0" aria-hidden="true">${svgDefs(SHARED_PREFIX)}</svg>
<script type="application/json" id="examples">{{examples}}</script>
<noscript><p>The playground needs JavaScript. It runs in your browser only.</p></noscript>`;
