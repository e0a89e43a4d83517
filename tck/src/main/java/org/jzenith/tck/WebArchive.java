package org.jzenith.tck;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a WAR. Its classes are on the server's class path, as all of the TCK is.
 *
 * @param contextPath its name with a leading slash
 * @param mapping the path that {@code web.xml} maps, without a star; null if there is none
 * @param applications names that {@code web.xml} gives for applications; some are not classes
 * @param classes names of all classes in it
 * @param services lines of its files in {@code META-INF/services}, each the name of a service and that of a class
 * @param guardedPaths the paths that {@code web.xml} restricts to users with one of the roles, without a star
 * @param roles the roles of users who may request those paths
 * @param apis used by its classes, for which jZenith has no readers and writers
 */
record WebArchive(
        String contextPath,
        @Nullable String mapping,
        List<String> applications,
        List<String> classes,
        List<String> services,
        List<String> guardedPaths,
        List<String> roles,
        List<Api> apis) {

    /** APIs whose types need providers that jZenith leaves to applications. */
    enum Api {
        DATA_SOURCE("jakarta/activation/DataSource"),
        FILE("java/io/File"),
        JAXB("jakarta/xml/bind/"),
        JSON_B("jakarta/json/bind"),
        JSON_P("jakarta/json/"),
        XML_SOURCE("javax/xml/transform/");

        private final String constant;

        Api(final String constant) {
            this.constant = constant;
        }

        /** Returns true if a class, read as if it were text, names a type of this API. */
        boolean isIn(final String bytecode) {
            return bytecode.contains(constant) && !(this == JSON_P && JSON_B.isIn(bytecode));
        }
    }

    void writeTo(final DataOutputStream out) throws IOException {
        out.writeUTF(contextPath);
        write(mapping == null ? List.of() : List.of(mapping), out);
        write(applications, out);
        write(classes, out);
        write(services, out);
        write(guardedPaths, out);
        write(roles, out);
        write(apis.stream().map(Api::name).toList(), out);
    }

    static WebArchive readFrom(final DataInputStream in) throws IOException {
        final String contextPath = in.readUTF();
        final List<String> mapping = read(in);
        return new WebArchive(
                contextPath,
                mapping.isEmpty() ? null : mapping.get(0),
                read(in),
                read(in),
                read(in),
                read(in),
                read(in),
                read(in).stream().map(Api::valueOf).toList());
    }

    private static void write(final Collection<String> words, final DataOutputStream out) throws IOException {
        out.writeInt(words.size());
        for (final String word : words) {
            out.writeUTF(word);
        }
    }

    private static List<String> read(final DataInputStream in) throws IOException {
        final int count = in.readInt();
        final List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(in.readUTF());
        }
        return words;
    }
}
