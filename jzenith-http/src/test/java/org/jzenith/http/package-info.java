/** Tests of the plugin. The class path has no Jakarta REST. */
@NullMarked
package org.jzenith.http;

import org.jspecify.annotations.NullMarked;
