// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name of a class in the store, so that the class may be renamed. Without it that is the name of the class. For classes of
 * durable actors, and for records and enums whose names are stored: those that a sealed interface permits, such as events of
 * a {@link Journal}. What was stored under the name of such a record is read, too.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface TypeName {
    /** {@return 1 to 512 characters, any but control characters} */
    String value();
}
