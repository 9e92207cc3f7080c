const LIGHT = '--page:#f6f8fa;--card:#fff;--text:#1f2328;--faint:#59636e;--line:#d1d9e0;--link:#0969da;--error:#b3001b;--error-bg:#ffebe9;--warning:#7d4e00;--warning-bg:#fff3d1;'
  + '--info:#0550ae;--info-bg:#ddf4ff;--good:#116329;--good-bg:#dafbe1;--add:#dafbe1;--del:#ffebe9;--hunk:#ddf4ff';
const DARK = '--page:#010409;--card:#0d1117;--text:#e6edf3;--faint:#9da7b1;--line:#30363d;--link:#58a6ff;--error:#ff9492;--error-bg:#3d1214;--warning:#e3b341;--warning-bg:#33270a;'
  + '--info:#79c0ff;--info-bg:#0c2d50;--good:#56d364;--good-bg:#0f2d17;--add:#12361f;--del:#461a1c;--hunk:#0c2d50';

/** The style of a page, besides that of its pictures. */
export const PAGE_STYLE = `
:root{${LIGHT}}
@media(prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif;overflow-wrap:anywhere}
header,main{max-width:1080px;margin:0 auto;padding:0 20px}
header{padding-top:24px}
h1{font-size:26px;line-height:1.2;margin:0}
header p{margin:6px 0 0;color:var(--faint)}
h2{font-size:19px;margin:24px 0 10px}
h4{font-size:15px;margin:20px 0 6px}
h5{font-size:14px;margin:14px 0 4px}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:13px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.defs{position:absolute;width:0;height:0}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(128px,1fr));gap:10px;margin:0}
.tile{display:flex;flex-direction:column-reverse;justify-content:flex-end;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:10px 14px}
.tile dt{color:var(--faint);font-size:13px}
.tile dd{margin:0;font-size:24px;line-height:1.2;font-weight:600;font-variant-numeric:tabular-nums}
.tile.error dd{color:var(--error)}.tile.warning dd{color:var(--warning)}.tile.info dd{color:var(--info)}.tile.none dd{color:var(--good)}
.note{color:var(--faint);margin:10px 0 0}
.sums,.problems{margin-top:10px}
summary{cursor:pointer}
form{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:14px 16px;display:grid;gap:12px}
fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:8px}
legend,label{font-size:13px;font-weight:600;padding:0}
legend{margin-bottom:4px}
.field{display:grid;gap:4px;min-width:0}
.selects{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px}
input[type=search],select,button{font:inherit;color:inherit;background:var(--page);border:1px solid var(--faint);border-radius:6px;padding:6px 10px;width:100%;min-height:38px}
select{text-overflow:ellipsis}
::placeholder{color:var(--faint);opacity:1}
button{width:auto;cursor:pointer}
button:hover{border-color:var(--link)}
.buttons{display:flex;flex-wrap:wrap;gap:8px}
.chip{display:inline-flex;align-items:center;gap:6px;border:1px solid var(--line);border-radius:20px;padding:5px 12px 5px 9px;font-weight:400;cursor:pointer;min-height:34px}
.chip:has(:checked){border-color:currentColor}
.chip:has(:focus-visible){outline:2px solid var(--link);outline-offset:2px}
.chip input{margin:0;color:inherit;accent-color:currentColor}
.chip .n{font-variant-numeric:tabular-nums;font-weight:600}
.chip.error{color:var(--error)}.chip.warning{color:var(--warning)}.chip.info{color:var(--info)}.chip.none{color:var(--good)}
#count{color:var(--faint);margin:14px 0 8px;font-variant-numeric:tabular-nums}
.list{list-style:none;margin:0;padding:0}
.list>li{background:var(--card);border:1px solid var(--line);border-bottom-width:0;content-visibility:auto;contain-intrinsic-size:auto 46px}
.list>li:first-child{border-radius:8px 8px 0 0}
.list>li:last-child{border-bottom-width:1px;border-radius:0 0 8px 8px}
.list>li:only-child{border-radius:8px}
.list>li>details>summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:2px 12px;padding:10px 16px;list-style:none}
.list>li>details>summary::-webkit-details-marker{display:none}
.list>li>details>summary::before{content:"";align-self:center;border:5px solid transparent;border-left:7px solid var(--faint);margin-right:-5px}
.list>li>details[open]>summary::before{transform:rotate(90deg)}
.list>li>details>summary:hover h3{color:var(--link)}
.list>li>details>summary:focus-visible{outline-offset:-2px}
h3{display:inline;font-size:15px;margin:0;font-weight:600}
.about{color:var(--faint);font-size:14px}
.verdict{margin-left:auto;font-size:13px;color:var(--faint);border:1px solid var(--line);border-radius:12px;padding:0 9px}
.badge{display:inline-block;font-size:12px;line-height:20px;font-weight:600;border-radius:10px;padding:0 8px;white-space:nowrap}
summary>.badge{min-width:88px;text-align:center}
.badge.error{color:var(--error);background:var(--error-bg)}.badge.warning{color:var(--warning);background:var(--warning-bg)}
.badge.info{color:var(--info);background:var(--info-bg)}.badge.none{color:var(--good);background:var(--good-bg)}
.body{padding:2px 20px 22px;border-top:1px solid var(--line)}
.body p{margin:4px 0}
.place{color:var(--faint)}
.body ul{margin:4px 0;padding-left:22px}
.body ul.findings{list-style:none;padding:0;display:grid;gap:10px}
.finding{border-left:4px solid var(--line);padding:2px 0 2px 12px}
.finding.error{border-color:var(--error)}.finding.warning{border-color:var(--warning)}.finding.info{border-color:var(--info)}
.rule{color:var(--faint)}
figure{margin:0;border:1px solid var(--line);border-radius:8px;overflow:hidden}
figure svg{display:block}
.assumed{margin-top:6px;color:var(--faint)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:4px 18px 4px 0;border-bottom:1px solid var(--line);font-weight:400}
thead th{color:var(--faint);font-size:13px}
td.changed{font-weight:600}
.diff{margin:0;border:1px solid var(--line);border-radius:8px;overflow-x:auto;overflow-wrap:normal;padding:8px 0;tab-size:2}
.diff code{display:block;width:max-content;min-width:100%;padding:0 12px}
.diff span{display:block;margin:0 -12px;padding:0 12px}
.diff .add{background:var(--add)}.diff .del{background:var(--del)}.diff .hunk{background:var(--hunk);color:var(--faint)}
.more{text-align:center;padding:14px 0 40px;margin:0}
@media(max-width:600px){
header,main{padding-left:12px;padding-right:12px}
.list>li>details>summary{padding:10px 12px}
.body{padding:2px 12px 18px}
.verdict{margin-left:0}
.tiles{grid-template-columns:repeat(auto-fill,minmax(100px,1fr));gap:8px}
}
@media print{
:root{${LIGHT};--page:#fff}
body{font-size:12px}
header,main{max-width:none;padding:0}
form,.more,.assumed summary{display:none}
.list>li{content-visibility:visible}
.list>li>details>summary,h4,h5{break-after:avoid}
.finding,figure,table,.tile{break-inside:avoid}
.diff{overflow:visible;white-space:pre-wrap}
.diff code{width:auto;min-width:0}
.badge,.diff span{print-color-adjust:exact}
}
`;
