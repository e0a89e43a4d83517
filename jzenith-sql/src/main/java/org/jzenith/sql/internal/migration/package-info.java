/**
 * Internal. Migrates the schema before the listeners open.
 *
 * <p>{@link org.jzenith.sql.internal.migration.Migrations} runs Flyway, over JDBC and off the event loops, only where
 * there are migrations. A migration that fails is a problem with file, line and SQLSTATE.
 */
@NullMarked
package org.jzenith.sql.internal.migration;

import org.jspecify.annotations.NullMarked;
