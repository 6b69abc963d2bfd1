// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name of a component of a record in the store, so that the component may be renamed: what was stored before is read. Without
 * it that is the name of the component.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface StoredName {
    /** {@return the name, unique in the record} */
    String value();
}
