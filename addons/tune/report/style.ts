/** The style sheet of a replay's page, with a light and a dark theme. */
export const style = `
:root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --page: #fff; --line: #d8dee4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --quiet: #9da7b1; --page: #0d1117; --line: #3a424b; } }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; color: var(--ink); background: var(--page);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
dl { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 0 0 1.5rem; }
dt { color: var(--quiet); font-size: .85rem; } dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 1.5rem 0; overflow-x: auto; } svg { max-width: 100%; height: auto; }
.dark { display: none; }
@media (prefers-color-scheme: dark) { .light { display: none; } .dark { display: block; } }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; font-weight: 400; white-space: nowrap; }
thead th { color: var(--quiet); } th[scope=row], td:last-child { text-align: left; }
`;
