/** How the assistant looks. It follows the page's own `color-scheme`, which is inherited; nothing else of the page comes in. */

const CSS = `
:host{all:initial;color-scheme:inherit;--bg:light-dark(#fff,#171c24);--ink:light-dark(#1c1a17,#edebe7);--sunken:color-mix(in oklab,var(--ink) 6%,var(--bg));--line:color-mix(in oklab,var(--ink) 15%,var(--bg));--strong:color-mix(in oklab,var(--ink) 55%,var(--bg));--ink-2:color-mix(in oklab,var(--ink) 75%,var(--bg));--link:light-dark(#1d4ed8,#93b4ff);--bad:light-dark(#b3261e,#ff958c)}
@media print{:host{display:none}}
*{box-sizing:border-box;margin:0}
progress{width:5rem;accent-color:var(--ink)}
[hidden]{display:none!important}
.bubble,.panel,.menu{position:fixed;z-index:99999999;box-shadow:0 8px 32px #0005;color:var(--ink);font:.9375rem/1.5 system-ui,sans-serif}
.bubble,.panel{right:1rem;bottom:1rem}
.panel,.menu,.card{border:1px solid var(--line);border-radius:10px;background:var(--bg)}
button,select,textarea,input{min-height:2.25rem;padding:.25rem .8rem;border:1px solid var(--strong);border-radius:8px;background:var(--bg);color:inherit;font:inherit}
button{cursor:pointer}
button:hover{background:var(--sunken)}
button:disabled{opacity:.6}
.main,.bubble,.main:hover,.bubble:hover{background:var(--ink);color:var(--bg)}
.bare,.tabs button,.menu button,.chips button{border-color:transparent;background:none}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.head :focus-visible,.menu :focus-visible{outline-offset:-2px}
a{color:var(--link)}
.bubble{display:grid;place-items:center;width:3rem;height:3rem;padding:0;border-radius:50%;font-size:1.5rem}
:host([data-own]) .bubble{top:.375rem;right:1.25rem;width:2.75rem;height:2.75rem;box-shadow:none}
@media (max-width:860px){:host([data-own]) .bubble{top:auto;right:.5rem;bottom:calc(.375rem + env(safe-area-inset-bottom))}}
.badge{margin-left:.35em;padding:0 .45em;border-radius:99px;background:var(--bad);color:var(--bg);font-size:.75rem}
.bubble .badge{position:absolute;top:-.3rem;right:-.3rem}
.panel{display:flex;flex-direction:column;width:min(25rem,100vw - 2rem);height:min(38rem,100dvh - 2rem);overflow:hidden}
.head,.tabs,.row,.chips,.chips li{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem}
.head{justify-content:space-between;padding:.3rem;border-bottom:1px solid var(--line)}
.head,.tabs{flex-wrap:nowrap;gap:0}
.head button{padding:.3rem .6rem}
[aria-selected=true]{font-weight:600;text-decoration:underline 2px;text-underline-offset:.5em}
.page,.log{display:flex;flex:1 0 auto;flex-direction:column;gap:.75rem;overflow-wrap:anywhere}
.page{flex:1;padding:.8rem .8rem 0;overflow-y:auto}
.page>form{position:sticky;bottom:0;padding-bottom:.8rem;background:var(--bg)}
:host([data-own]) .page>form{grid-template-columns:1fr auto;align-items:end}
.note,label,kbd{color:var(--ink-2);font:inherit;font-size:.875rem}
.fault{color:var(--bad)}
.said,.text{white-space:pre-wrap}
.you,.text{padding:.5rem .7rem;border-radius:8px;background:var(--sunken)}
.you{align-self:end}
textarea{max-height:9rem;field-sizing:content}
.card,form,label,ul{display:grid;gap:.5rem;padding:0;min-width:0;list-style:none}
.card{padding:.7rem}
h2,h3{font-size:1em;font-weight:600}
.dot{width:.75em;height:.75em;border:1px solid var(--strong);border-radius:50%;background:var(--channel)}
.chips li{padding-left:.6rem;border:1px solid var(--line);border-radius:99px;font-size:.8125rem}
.menu{left:var(--x);top:var(--y);display:grid;min-width:13rem;padding:.3rem}
.menu button{display:flex;justify-content:space-between;gap:1.5rem;text-align:left}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media (pointer:coarse){button{min-height:2.75rem}}
`;

export const sheet = new CSSStyleSheet();
sheet.replaceSync(CSS);
