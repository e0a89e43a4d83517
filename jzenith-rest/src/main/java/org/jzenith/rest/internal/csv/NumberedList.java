package org.jzenith.rest.internal.csv;

import java.util.ArrayList;
import java.util.Arrays;
import org.jzenith.rest.internal.json.JsonEntities;

/** Values that know the lines of the body that they were. The list may be changed; then the lines are not known any more. */
final class NumberedList extends ArrayList<Object> implements JsonEntities.LineNumbers {

    private static final long serialVersionUID = 1L;

    private long[] lines = new long[16];
    private int count;

    void add(final Object value, final long line) {
        add(value);
        lines = count < lines.length ? lines : Arrays.copyOf(lines, 2 * count);
        lines[count++] = line;
    }

    @Override
    public long line(final long index) {
        return size() == count && index < count ? lines[(int) index] : 0;
    }
}
