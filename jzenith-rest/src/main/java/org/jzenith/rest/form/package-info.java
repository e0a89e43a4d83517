/** Internal. */
@NullMarked
package org.jzenith.rest.form;

import org.jspecify.annotations.NullMarked;
