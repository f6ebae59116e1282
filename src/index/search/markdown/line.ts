/**
 * The current line of Markdown: its unread rest, and the indentation of that rest in columns, with tab stops every four.
 *
 * Invariants: start <= at <= next <= end; `text.slice(at, next)` is white space. If a tab is consumed in part, `at` is its
 * position and `column` lies inside it.
 */
const space = 0x20;
const tab = 0x09;

export class Line {
  /** The whole text; offsets are UTF-16 units of it. */
  text = '';
  at = 0;
  end = 0;
  column = 0;
  /** Position of the first character from `at` on that is neither a space nor a tab, or `end`. */
  next = 0;
  /** Columns from `at` to `next`. */
  indent = 0;

  /** Moves to the line `text.slice(start, end)`. */
  begin(text: string, start: number, end: number): void {
    this.text = text;
    this.at = start;
    this.end = end;
    this.column = 0;
    this.#measureIndent();
  }

  get isBlank(): boolean {
    return this.next === this.end;
  }

  /** @returns the line from its first visible character on */
  get rest(): string {
    return this.text.slice(this.next, this.end);
  }

  /** Consumes white space of `columns` columns, or all if there is less. */
  skipColumns(columns: number): void {
    for (let remaining = columns; remaining > 0 && this.at < this.next; ) {
      const width = this.text.charCodeAt(this.at) === tab ? 4 - (this.column % 4) : 1;
      this.column += Math.min(width, remaining);
      if (width <= remaining) this.at += 1;
      remaining -= width;
    }
    this.#measureIndent();
  }

  /** Consumes the white space and the `characters` after it. */
  skipTo(characters: number): void {
    this.column += this.indent + characters;
    this.at = this.next + characters;
    this.#measureIndent();
  }

  #measureIndent(): void {
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
