/**
 * Preloaded into a server under test: whoever answers dies when it is asked for `/crash?how`, which nothing that a
 * client of the real server sends can do.
 */
const http = require('node:http');

const emit = http.Server.prototype.emit;
http.Server.prototype.emit = function (event, request, ...rest) {
  if (event === 'request' && request.url.startsWith('/crash?')) {
    const how = request.url.slice('/crash?'.length);
    if (how === 'exit') process.exit(7);
    if (how === 'throw')
      setImmediate(() => {
        throw new Error('thrown on purpose');
      });
    if (how === 'heap') {
      const kept = [];
      const fill = () => {
        for (let i = 0; i < 50_000; i += 1) kept.push({ text: String(Math.random()).repeat(20), kept });
        setImmediate(fill);
      };
      fill();
    }
    return true;
  }
  return emit.call(this, event, request, ...rest);
};
