package org.jzenith.json.internal.stream;

import java.nio.charset.StandardCharsets;

/**
 * Finds lines in pieces of UTF-8; a line ends with LF, CR or both. In CSV (RFC 4180) a line end in quotes is part of the line. For
 * one thread at a time.
 */
public final class LineScanner {

    private enum State {
        TEXT,
        BEGIN_OF_VALUE,
        PLAIN,
        QUOTED,
        QUOTE_IN_QUOTED
    }

    private final State begin;
    private final int maxLine;
    private final UnfinishedBytes unfinished;
    private byte[] piece = {};
    private int at;
    private int start;
    private State state;
    private boolean afterReturn;
    private byte[] found = {};
    private long foundNumber;
    private long firstNumber = 1;
    private long number = 1;
    private long commas;

    private LineScanner(final State begin, final int maxLine) {
        this.begin = begin;
        this.state = begin;
        this.maxLine = maxLine;
        this.unfinished = new UnfinishedBytes(maxLine);
    }

    /**
     * Creates a scanner of plain text.
     *
     * @param maxLine the longest line, in bytes
     * @return a scanner for one body
     */
    public static LineScanner ofText(final int maxLine) {
        return new LineScanner(State.TEXT, maxLine);
    }

    /**
     * Creates a scanner of CSV.
     *
     * @param maxLine the longest line, in bytes
     * @return a scanner for one body
     */
    public static LineScanner ofCsv(final int maxLine) {
        return new LineScanner(State.BEGIN_OF_VALUE, maxLine);
    }

    /**
     * Takes the next piece, after the lines of the previous one were found and its rest was kept.
     *
     * @param next not changed later
     */
    public void offer(final byte[] next) {
        piece = next;
        at = 0;
        start = 0;
    }

    /**
     * Finds the next line.
     *
     * @return false if the next piece is needed
     * @throws TooLargeException if a line is longer than allowed
     */
    public boolean next() {
        while (at < piece.length) {
            final byte b = piece[at++];
            if (afterReturn && b == '\n') {
                afterReturn = false;
                start = at;
                continue;
            }
            afterReturn = false;
            if (state != State.QUOTED && (b == '\n' || b == '\r')) {
                afterReturn = b == '\r';
                number++;
                find(at - 1);
                return true;
            }
            if (b == '\n') {
                number++;
            }
            state = after(b);
            if (b == ',' && state == State.BEGIN_OF_VALUE) {
                commas++;
            }
            if ((long) unfinished.length() + at - start > maxLine) {
                foundNumber = firstNumber;
                throw new TooLargeException();
            }
        }
        return false;
    }

    private State after(final byte b) {
        return switch (state) {
            case TEXT -> State.TEXT;
            case BEGIN_OF_VALUE -> b == '"' ? State.QUOTED : b == ',' ? State.BEGIN_OF_VALUE : State.PLAIN;
            case PLAIN -> b == ',' ? State.BEGIN_OF_VALUE : State.PLAIN;
            case QUOTED -> b == '"' ? State.QUOTE_IN_QUOTED : State.QUOTED;
            case QUOTE_IN_QUOTED -> b == '"' ? State.QUOTED : b == ',' ? State.BEGIN_OF_VALUE : State.PLAIN;
        };
    }

    private void find(final int end) {
        found = unfinished.followedBy(piece, start, end);
        foundNumber = firstNumber;
        unfinished.clear();
        start = at;
        state = begin;
        firstNumber = number;
    }

    /**
     * Returns the memory that {@link #keep} needs in addition to what it already has.
     *
     * @return bytes
     */
    public int missingRoom() {
        return unfinished.missingRoom(at - start);
    }

    /** Keeps the start of a line whose rest is in the next piece. */
    public void keep() {
        unfinished.add(piece, start, at);
        start = at;
    }

    /**
     * Ends the body, and finds its last line.
     *
     * @return false if the last line is empty
     */
    public boolean end() {
        find(at);
        return found.length > 0;
    }

    /**
     * Returns true if the text so far ends in quotes.
     *
     * @return false for plain text
     */
    public boolean isInQuotes() {
        return state == State.QUOTED;
    }

    /**
     * Returns the line found last.
     *
     * @return its bytes, without the line end
     */
    public byte[] line() {
        return found;
    }

    /**
     * Returns the line found last as text.
     *
     * @return the text, without the line end
     */
    public String text() {
        return new String(found, StandardCharsets.UTF_8);
    }

    /**
     * Returns the number of the line found last or refused; if it contains line ends, of its first.
     *
     * @return from 1
     */
    public long number() {
        return foundNumber;
    }

    /**
     * Returns the number of commas outside quotes so far.
     *
     * @return 0 for plain text
     */
    public long commas() {
        return commas;
    }
}
