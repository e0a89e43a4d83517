/** Tests of the operators' page that look inside. */
@NullMarked
package org.jzenith.observability.internal.admin;

import org.jspecify.annotations.NullMarked;
