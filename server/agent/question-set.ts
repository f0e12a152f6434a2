/** The questions of one message, as the terminal shows them one after the other. */
import type { Chunk, MessageKind } from '../../shared/speech/chunk.ts';
import type { DecisionText } from './decision-text.ts';
import { letters } from './letters.ts';

/** A shorter screen must show all of a question. */
const shortestBeginning = 20;

/** What an `ask` brought, as it is said; of a question its place in the set. */
export interface Decision {
  readonly kind: MessageKind & ('question' | 'permission' | 'plan');
  readonly chunks: readonly Chunk[];
  readonly question: Question | null;
}

/** One question. Its entries in the batch carry it as their tag. */
export class Question {
  readonly set: QuestionSet;
  /** From 1. */
  readonly number: number;
  readonly text: DecisionText;
  readonly #letters: string;

  constructor(set: QuestionSet, number: number, source: string, text: DecisionText) {
    this.set = set;
    this.number = number;
    this.text = text;
    this.#letters = letters(source);
  }

  /** Whether a screen with these letters shows all of it, or its beginning. */
  isShown(screen: string): boolean {
    return screen !== '' && screen === this.#letters;
  }

  isBegun(screen: string): boolean {
    return screen.length >= shortestBeginning && this.#letters.startsWith(screen);
  }

  /** "Question 2 of 3.", the question and its options. Alone it has no number. */
  get body(): readonly Chunk[] {
    const { size } = this.set;
    if (size === 1) return this.text.body;
    return [{ text: `Question ${this.number} of ${size}.` }, ...this.text.body];
  }
}

export class QuestionSet {
  readonly size: number;
  /** `question_step` was on when it began. */
  readonly isStepped: boolean;
  /** By number, in the order of the numbers. */
  #questions: Question[] = [];
  /** The id of the last entry before its first question; null until that is in the batch. */
  textEnd: number | null = null;
  /** The question read last or being read; 0: the text before. */
  current = 0;
  /** The question on the terminal's screen; null until one is reported. */
  shown: number | null = null;
  isReviewed = false;

  constructor(size: number, isStepped: boolean) {
    this.size = size;
    this.isStepped = isStepped;
  }

  /** Only what is on screen is read. */
  get isFollowed(): boolean {
    return !this.isStepped && this.shown !== null;
  }

  /** The question to be read first is known. */
  get isReady(): boolean {
    return this.get(1) !== null;
  }

  /** The number a user would say is the question's turn. */
  get place(): number {
    return this.current > 0 ? this.current : this.coming;
  }

  /** What is read after the text before it. */
  get coming(): number {
    return this.shown ?? this.#questions[0]?.number ?? 1;
  }

  /** Whether a question with this place in a set of this size belongs to it. */
  takes(number: number, size: number): boolean {
    return size === this.size && this.get(number) === null;
  }

  add(number: number, source: string, text: DecisionText): Question {
    const question = new Question(this, number, source, text);
    this.#questions = [...this.#questions, question].sort((a, b) => a.number - b.number);
    return question;
  }

  get(number: number): Question | null {
    return this.#questions.find((question) => question.number === number) ?? null;
  }

  after(number: number): Question | null {
    return this.#questions.find((question) => question.number > number) ?? null;
  }

  before(number: number): Question | null {
    return this.#questions.findLast((question) => question.number < number) ?? null;
  }

  /** The question that a screen shows; the one whose turn it is when several would do. */
  match(screen: string): Question | null {
    const shown = letters(screen);
    const exact = this.#questions.filter((question) => question.isShown(shown));
    const found =
      exact.length > 0 ? exact : this.#questions.filter((question) => question.isBegun(shown));
    return found.find(({ number }) => number === this.place) ?? found[0] ?? null;
  }

  /** Notes and hints, which are sent with the first question that has them. */
  get notes(): readonly Chunk[] {
    return this.#firstOf(({ notes }) => notes);
  }

  get hint(): readonly Chunk[] {
    return this.#firstOf(({ hint }) => hint);
  }

  #firstOf(part: (text: DecisionText) => readonly Chunk[]): readonly Chunk[] {
    return this.#questions.map(({ text }) => part(text)).find(({ length }) => length > 0) ?? [];
  }
}
