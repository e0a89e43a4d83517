/** Internal. The settings of Jakarta REST and its features, which start with the name of the plugin. */
@NullMarked
package org.jzenith.rest.internal.configuration;

import org.jspecify.annotations.NullMarked;
