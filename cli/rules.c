// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Rules for ends and partial routes on the command line.
#include "rules.h"

#include "cli.h"

#include <string.h>

enum { MOST_RADIUS = 1000000, NEAR_ROOM = 65536, USUAL_ROOM = 256, AROUND = 8 };

static const char *rule_name(int i) {
    static const char *const names[] = {"given", "beside", "near=R"};
    return i < (int)(sizeof names / sizeof *names) ? names[i] : NULL;
}

/// "given", "beside" or "near=R".
static bool read_rule(const args_option *option, const char *value, void *field) {
    lf_end_rule *rule = field;
    const char *equals = strchr(value, '=');
    int64_t radius = 0;
    if (equals != NULL && strncmp(value, "near=", 5) == 0) {
        if (!args_parse_int(equals + 1, 1, MOST_RADIUS, &radius)) {
            cli_say("--%s: '%s' is not a radius, expected near=R with R from 1 to %d", option->name,
                    equals + 1, MOST_RADIUS);
            return false;
        }
        rule->kind = LF_END_NEAR;
        rule->radius = (int32_t)radius;
        return true;
    }
    const int kind = args_find_value(option, value);
    if (kind < 0) return false;
    if (kind == LF_END_NEAR)
        cli_say("--%s: near=R needs a number in place of R, such as near=5", option->name);
    *rule = (lf_end_rule){.kind = (lf_end_kind)kind, .skip_bad = rule->skip_bad};
    return kind != LF_END_NEAR;
}

const args_option rule_option_table[] = {
    {"ends", 0, "RULE", read_rule, offsetof(rule_options, rule),
     "what sources and targets on blocked tiles stand for: given, for\n"
     "nothing: they are refused (default); beside, for the open tiles that\n"
     "touch them; near=R, for the nearest tile of each body of water within\n"
     "R tiles",
     rule_name},
    {"skip-bad-ends", 0, NULL, args_read_flag, offsetof(rule_options, rule.skip_bad),
     "leave out sources and targets that stand for nothing or lie outside\nthe map", NULL},
    {"partial", 0, NULL, args_read_flag, offsetof(rule_options, partial),
     "if no target can be reached, go as near as possible: to the tile\n"
     "nearest to a target in a straight line over anything",
     NULL},
};

bool rules_berth(const rule_options *options) {
    return options->rule.kind != LF_END_GIVEN;
}

void rules_apply(const rule_options *options, lf_query *query) {
    query->source_rule = query->target_rule = options->rule;
    query->partial = options->partial;
}

int64_t rules_end_room(const rule_options *options, int64_t ends) {
    const int64_t around = AROUND * ends;
    if (options->rule.kind == LF_END_NEAR) return around > NEAR_ROOM ? around : NEAR_ROOM;
    return around > USUAL_ROOM ? around : 0;
}
