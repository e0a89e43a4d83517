/** Internal. */
@NullMarked
package org.jzenith.rest.entity;

import org.jspecify.annotations.NullMarked;
