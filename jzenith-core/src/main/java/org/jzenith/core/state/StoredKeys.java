package org.jzenith.core.state;

import java.util.List;
import org.jzenith.core.internal.limit.BoundedKey;

/**
 * The keys of one kind of state in a store. Each consists of the name of the kind and a digest, because original keys can be long and can
 * contain names of users.
 *
 * @param application the name of the application, which is a part of the digest
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
