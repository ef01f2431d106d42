// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Completion for bash and zsh. Every verb is run with args_visit on, which shows its options and ends it.
#include "completion.h"

#include "args.h"

#include <stdio.h>
#include <string.h>

static void verb_visit(const cli_verb *verb, args_visitor *visit, void *user) {
    char name[32];
    snprintf(name, sizeof name, "%s", verb->name);
    char *arguments[] = {name, NULL};
    args_visit(visit, user);
    verb->run(1, arguments);
    args_visit(NULL, NULL);
}

static void print_names(const args_option *option) {
    for (int i = 0; option->names(i) != NULL; i++) printf("%s%s", i == 0 ? "" : " ", option->names(i));
}

// ---------------------------------------------------------------------------------------------------
// bash
// ---------------------------------------------------------------------------------------------------

static void bash_word(const args_option *option, void *user) {
    (void)user;
    printf(" --%s", option->name);
    if (option->letter != 0) printf(" -%c", option->letter);
}

/// What may follow an option that takes a value: its names, or files.
static void bash_value(const args_option *option, void *user) {
    const cli_verb *verb = user;
    if (option->value == NULL) return;
    printf("    '%s --%s'", verb->name, option->name);
    if (option->letter != 0) printf(" | '%s -%c'", verb->name, option->letter);
    printf(") names='");
    if (option->names != NULL) print_names(option);
    puts("'; value=1 ;;");
}

static void bash_print(const cli_verb *verbs, int count) {
    puts("# Completion of landfall for bash; made by 'landfall completion bash'.\n"
         "_landfall() {\n"
         "    local cur=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} names= value= options=\n"
         "    COMPREPLY=()\n"
         "    if [ \"$COMP_CWORD\" -eq 1 ]; then");
    printf("        COMPREPLY=($(compgen -W '--help --version");
    for (int i = 0; i < count; i++) printf(" %s", verbs[i].name);
    puts("' -- \"$cur\"))\n        return\n    fi\n    case \"$verb ${COMP_WORDS[COMP_CWORD-1]}\" in");
    for (int i = 0; i < count; i++) verb_visit(&verbs[i], bash_value, (void *)(uintptr_t)&verbs[i]);
    puts("    esac\n    case $verb in");
    for (int i = 0; i < count; i++) {
        printf("    %s) options='", verbs[i].name);
        verb_visit(&verbs[i], bash_word, NULL);
        puts("' ;;");
    }
    puts("    esac\n"
         "    if [ -n \"$names\" ]; then\n"
         "        COMPREPLY=($(compgen -W \"$names\" -- \"$cur\"))\n"
         "    elif [ -z \"$value\" ] && [ \"${cur#-}\" != \"$cur\" ]; then\n"
         "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
         "    else\n"
         "        COMPREPLY=($(compgen -f -- \"$cur\"))\n"
         "    fi\n"
         "}\n"
         "complete -o filenames -F _landfall landfall");
}

// ---------------------------------------------------------------------------------------------------
// zsh
// ---------------------------------------------------------------------------------------------------

/// The first line of a text, inside single quotes and square brackets.
static void zsh_text(const char *text) {
    for (; *text != '\0' && *text != '\n'; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (strchr("[]:\\", *text) != NULL)
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void zsh_form(const args_option *option, const char *dashes, const char *name) {
    printf(" \\\n            '*%s%s[", dashes, name);
    zsh_text(option->text);
    putchar(']');
    if (option->value != NULL) {
        putchar(':');
        zsh_text(option->value);
        putchar(':');
        if (option->names != NULL) {
            putchar('(');
            print_names(option);
            putchar(')');
        } else {
            fputs("_files", stdout);
        }
    }
    putchar('\'');
}

static void zsh_option(const args_option *option, void *user) {
    (void)user;
    const char letter[] = {option->letter, '\0'};
    zsh_form(option, "--", option->name);
    if (option->letter != 0) zsh_form(option, "-", letter);
}

static void zsh_print(const cli_verb *verbs, int count) {
    puts("#compdef landfall\n# Completion of landfall for zsh; made by 'landfall completion zsh'.\n"
         "_landfall() {\n"
         "    local -a verbs\n"
         "    verbs=(");
    for (int i = 0; i < count; i++) {
        printf("        '%s:", verbs[i].name);
        zsh_text(verbs[i].text);
        puts("'");
    }
    puts("    )\n"
         "    if (( CURRENT == 2 )); then\n"
         "        _describe verb verbs\n"
         "        return\n"
         "    fi\n"
         "    shift words\n"
         "    (( CURRENT-- ))\n"
         "    case $words[1] in");
    for (int i = 0; i < count; i++) {
        printf("    %s)\n        _arguments", verbs[i].name);
        verb_visit(&verbs[i], zsh_option, NULL);
        puts(" \\\n            '*:file:_files' ;;");
    }
    puts("    esac\n}\n_landfall \"$@\"");
}

int completion_print(const cli_verb *verbs, int verb_count, int argc, char **argv) {
    const char *shell = argc == 2 ? argv[1] : "";
    if (strcmp(shell, "bash") == 0)
        bash_print(verbs, verb_count);
    else if (strcmp(shell, "zsh") == 0)
        zsh_print(verbs, verb_count);
    else {
        cli_say("completion needs the name of a shell: landfall completion bash, or zsh");
        return CLI_BAD;
    }
    return CLI_OK;
}
