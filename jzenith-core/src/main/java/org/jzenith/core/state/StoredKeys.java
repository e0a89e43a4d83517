package org.jzenith.core.state;

import java.util.List;
import org.jzenith.core.internal.limit.BoundedKey;

/**
 * The keys of one kind of state in a store: its name, and a digest, because keys may be long, and may be names of users.
 *
 * @param application the name of the application; another one has other keys
 * @param name the name of the kind
 */
record StoredKeys(String application, String name) {

    String of(final String key) {
        return name + ':' + BoundedKey.sha256(application + '\n' + key);
    }

    List<String> of(final List<String> keys) {
        return keys.stream().map(this::of).toList();
    }
}
