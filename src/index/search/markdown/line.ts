/**
 * The current line of Markdown: its unread part, and the indentation of that part in columns, with tab stops every four.
 *
 * Invariants: start <= position <= contentStart <= end; `text.slice(position, contentStart)` is white space. If a tab is consumed in part, `position` is its
 * position and `column` lies inside it.
 */

const spaceCode = 0x20;
const tabCode = 0x09;

export class Line {
  /** The whole text; offsets are UTF-16 units of it. */
  text = '';
  /** Start of the unread part. */
  position = 0;
  end = 0;
  column = 0;
  /** Position of the first character from `position` on that is neither a space nor a tab, or `end`. */
  contentStart = 0;
  /** Columns from `position` to `contentStart`. */
  indent = 0;

  /** Moves to the line `text.slice(start, end)`. */
  begin(text: string, start: number, end: number): void {
    this.text = text;
    this.position = start;
    this.end = end;
    this.column = 0;
    this.#measureIndent();
  }

  get isBlank(): boolean {
    return this.contentStart === this.end;
  }

  /** @returns the line from its first visible character on */
  get content(): string {
    return this.text.slice(this.contentStart, this.end);
  }

  /** Consumes white space of `columns` columns, or all if there is less. */
  skipColumns(columns: number): void {
    for (let remaining = columns; remaining > 0 && this.position < this.contentStart; ) {
      const width = this.text.charCodeAt(this.position) === tabCode ? 4 - (this.column % 4) : 1;
      this.column += Math.min(width, remaining);
      if (width <= remaining) this.position += 1;
      remaining -= width;
    }
    this.#measureIndent();
  }

  /** Consumes the white space and the `characters` after it. */
  skipTo(characters: number): void {
    this.column += this.indent + characters;
    this.position = this.contentStart + characters;
    this.#measureIndent();
  }

  #measureIndent(): void {
    let { position, column } = this;
    for (; position < this.end; position += 1) {
      const code = this.text.charCodeAt(position);
      if (code === spaceCode) column += 1;
      else if (code === tabCode) column += 4 - (column % 4);
      else break;
    }
    this.contentStart = position;
    this.indent = column - this.column;
  }
}
