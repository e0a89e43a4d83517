/** Internal. The settings of caches, which start with the name of the plugin and that of the cache. */
@NullMarked
package org.jzenith.cache.internal.configuration;

import org.jspecify.annotations.NullMarked;
