/**
 * For users: authentication by a key in a header. {@link org.jzenith.security.apikey.ApiKeyStore} is a source of keys of the
 * application's own.
 */
@NullMarked
package org.jzenith.security.apikey;

import org.jspecify.annotations.NullMarked;
