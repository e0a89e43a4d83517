/** Notes: each user sees the own ones, by row-level security of PostgreSQL. */
@NullMarked
package org.jzenith.example.note;

import org.jspecify.annotations.NullMarked;
