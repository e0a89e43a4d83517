package org.jzenith.core.context;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/** A map of one entry whose value changes. Others copy it. Used by one thread. */
final class SingleEntry extends AbstractMap<String, String> {

    private final Map.Entry<String, String> entry;
    private final Entries entries = new Entries();

    SingleEntry(final String key) {
        this.entry = new SimpleEntry<>(key, "");
    }

    /** Sets the value and returns this map. */
    SingleEntry with(final String value) {
        entry.setValue(value);
        return this;
    }

    @Override
    public Set<Map.Entry<String, String>> entrySet() {
        return entries;
    }

    private final class Entries extends AbstractSet<Map.Entry<String, String>> {

        private final Once once = new Once();

        @Override
        public Iterator<Map.Entry<String, String>> iterator() {
            once.before = true;
            return once;
        }

        @Override
        public int size() {
            return 1;
        }
    }

    /** The only iterator: each use begins again. */
    private final class Once implements Iterator<Map.Entry<String, String>> {

        private boolean before;

        @Override
        public boolean hasNext() {
            return before;
        }

        @Override
        public Map.Entry<String, String> next() {
            if (!before) {
                throw new NoSuchElementException();
            }
            before = false;
            return entry;
        }
    }
}
