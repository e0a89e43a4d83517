/** Administration: a resource for users with the role {@code admin}. */
@NullMarked
package org.jzenith.example.admin;

import org.jspecify.annotations.NullMarked;
