/**
 * A line of Markdown being read: what is left of it, and how far that is indented, in columns of tabs of four.
 *
 * Invariants: start <= at <= next <= end; `text.slice(at, next)` is white space. A tab may be consumed in part: then `at`
 * is still its place, and `column` is inside it.
 */
const space = 0x20;
const tab = 0x09;

export class Line {
  /** The whole text; offsets are UTF-16 units of it. */
  text = '';
  at = 0;
  end = 0;
  column = 0;
  /** The first character from `at` on that is no space or tab, or `end`. */
  next = 0;
  /** Columns from `at` to `next`. */
  indent = 0;

  /** Goes to the line that is `text.slice(start, end)`. */
  begin(text: string, start: number, end: number): void {
    this.text = text;
    this.at = start;
    this.end = end;
    this.column = 0;
    this.#look();
  }

  get isBlank(): boolean {
    return this.next === this.end;
  }

  /** @returns the line from its first visible character on */
  get rest(): string {
    return this.text.slice(this.next, this.end);
  }

  /** Consumes white space of so many columns, or all there is. */
  skipColumns(columns: number): void {
    for (let left = columns; left > 0 && this.at < this.next; ) {
      const width = this.text.charCodeAt(this.at) === tab ? 4 - (this.column % 4) : 1;
      this.column += Math.min(width, left);
      if (width <= left) this.at += 1;
      left -= width;
    }
    this.#look();
  }

  /** Consumes the white space, and so many visible characters behind it. */
  skipTo(characters: number): void {
    this.column += this.indent + characters;
    this.at = this.next + characters;
    this.#look();
  }

  #look(): void {
    let { at, column } = this;
    for (; at < this.end; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === space) column += 1;
      else if (code === tab) column += 4 - (column % 4);
      else break;
    }
    this.next = at;
    this.indent = column - this.column;
  }
}
