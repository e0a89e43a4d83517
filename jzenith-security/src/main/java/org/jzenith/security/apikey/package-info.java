/** For users: the store of API keys, which an application implements to keep its keys in its database. */
@NullMarked
package org.jzenith.security.apikey;

import org.jspecify.annotations.NullMarked;
