/** Tests of the operators' page that look inside. */
@NullMarked
package org.jzenith.observability.admin;

import org.jspecify.annotations.NullMarked;
