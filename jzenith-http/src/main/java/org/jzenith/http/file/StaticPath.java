package org.jzenith.http.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.Escapes;

/**
 * The decoded path of a request below a mount. No file system reads a segment as several names or as a device, so no path leads out of the
 * mount's folder.
 *
 * @param segments names of folders, and of the file if the path does not end with a slash
 * @param folder true if it ends with a slash
 */
record StaticPath(List<String> segments, boolean folder) {

    private static final String WELL_KNOWN = ".well-known";

    /** Names of Windows devices, with or without an extension. */
    private static final Set<String> DEVICES = Set.of(
            "con", "prn", "aux", "nul", "conin$", "conout$", "com0", "com1", "com2", "com3", "com4", "com5", "com6",
            "com7", "com8", "com9", "lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9");

    /**
     * Reads a path.
     *
     * @param path a path with checked escapes, which starts with a slash or is empty
     * @return null if no file can have this path
     */
    static @Nullable StaticPath of(final String path) {
        if (path.isEmpty()) {
            return new StaticPath(List.of(), false);
        }
        if (path.charAt(0) != '/') {
            return null; // a matrix parameter of the path of the mount
        }
        final String[] parts = path.split("/", -1);
        final List<String> segments = new ArrayList<>(parts.length);
        for (int i = 1; i < parts.length; i++) {
            final boolean last = i == parts.length - 1;
            if (last && parts[i].isEmpty()) {
                return new StaticPath(segments, true);
            }
            final String name = Escapes.decoded(parts[i], false);
            if (!isName(name) || (name.charAt(0) == '.' && !(i == 1 && name.equals(WELL_KNOWN)))) {
                return null;
            }
            segments.add(name);
        }
        return new StaticPath(segments, false);
    }

    private static boolean isName(final String name) {
        if (name.isEmpty() || name.endsWith(".") || name.endsWith(" ")) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            final char c = name.charAt(i);
            if (c < ' ' || c == 0x7f || c == '/' || c == '\\' || c == ':') {
                return false;
            }
        }
        final int dot = name.indexOf('.');
        return !DEVICES.contains(
                (dot < 0 ? name : name.substring(0, dot)).strip().toLowerCase(Locale.ROOT));
    }

    /** Returns the names, joined by slashes. */
    String name() {
        return String.join("/", segments);
    }

    /** Returns true if the last name has a file extension. */
    boolean hasExtension() {
        return !segments.isEmpty() && segments.get(segments.size() - 1).indexOf('.') >= 0;
    }

    /** Returns the path of a file in this folder. */
    StaticPath file(final String name) {
        final List<String> all = new ArrayList<>(segments);
        all.addAll(List.of(name.split("/", -1)));
        return new StaticPath(all, false);
    }
}
