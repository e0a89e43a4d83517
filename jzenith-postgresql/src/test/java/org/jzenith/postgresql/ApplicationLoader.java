package org.jzenith.postgresql;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Loads all classes except the JDK's anew, for one application. */
class ApplicationLoader extends URLClassLoader {

    /** The code that runs in a loader; it gets a class of the application and the settings. */
    interface Main extends BiFunction<Class<?>, Map<String, String>, String> {}

    /** @param without the beginnings of the names of jars that the application does not have */
    ApplicationLoader(final String... without) {
        super(classPath(without), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] classPath(final String... without) {
        final List<URL> all = new ArrayList<>();
        for (final String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
            final File file = new File(each);
            if (Stream.of(without).noneMatch(file.getName()::startsWith)) {
                try {
                    all.add(file.toURI().toURL());
                } catch (final MalformedURLException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return all.toArray(URL[]::new);
    }

    /** Runs an application in this loader, and returns what it returns. */
    final String run(final Class<? extends Main> main, final Class<?> type, final Map<String, String> settings)
            throws ReflectiveOperationException {
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        try {
            thread.setContextClassLoader(this);
            @SuppressWarnings("unchecked")
            final BiFunction<Class<?>, Map<String, String>, String> loaded =
                    (BiFunction<Class<?>, Map<String, String>, String>)
                            loadClass(main.getName()).getDeclaredConstructor().newInstance();
            return loaded.apply(loadClass(type.getName()), settings);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
