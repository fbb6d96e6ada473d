//! A line as the catalogue looks at it.

use super::acts::Act;
use super::bring;
use super::view::View;
use crate::Surroundings;

/// A line with all of its parts.
pub(super) struct Scene<'s, 'a> {
    pub views: &'s [View<'a>],
    pub acts: &'s [Vec<Act>],
    pub around: &'s Surroundings<'s>,
    /// Parts that bring files from elsewhere, and which.
    pub brings: Vec<(usize, Vec<String>)>,
    /// Parts that copy files from outside of the project, and where to.
    pub copies: Vec<(usize, Vec<String>)>,
    /// Parts that decode hidden text.
    pub decodes: Vec<usize>,
    /// Parts that print secrets.
    pub prints: Vec<usize>,
    /// Whether there was more than could be looked at.
    pub cut: bool,
    /// Whether it stands in a word of another line.
    pub inner: bool,
}

impl<'s, 'a> Scene<'s, 'a> {
    /// A line; `secrets` are the kinds of files that hold some.
    pub(super) fn new(
        views: &'s [View<'a>],
        acts: &'s [Vec<Act>],
        around: &'s Surroundings<'s>,
        secrets: &[usize],
        cut: bool,
    ) -> Scene<'s, 'a> {
        let cut = cut || views.iter().any(View::is_cut);
        let mut scene = Scene {
            views,
            acts,
            around,
            brings: Vec::new(),
            copies: Vec::new(),
            decodes: Vec::new(),
            prints: Vec::new(),
            cut,
            inner: false,
        };
        let indices = 0..views.len();
        let brings = indices.clone().map(|at| (at, bring::brought(Subject::part(&scene, at))));
        let brings = brings.filter(|(_, files)| !files.is_empty()).collect();
        let copies = indices.clone().map(|at| (at, bring::copied(Subject::part(&scene, at))));
        let copies = copies.filter(|(_, files)| !files.is_empty()).collect();
        let decodes = indices.clone().filter(|at| bring::decodes(Subject::part(&scene, *at))).collect();
        let prints =
            indices.filter(|at| bring::prints_secrets(Subject::part(&scene, *at), secrets)).collect();
        (scene.brings, scene.copies) = (brings, copies);
        (scene.decodes, scene.prints) = (decodes, prints);
        scene
    }
}

/// What an entry is compared with: a part, or what it is reached through.
#[derive(Clone, Copy)]
pub(super) struct Subject<'s, 'a> {
    pub scene: &'s Scene<'s, 'a>,
    /// The part's place in the line.
    pub index: usize,
    pub view: &'s View<'a>,
    pub acts: &'s [Act],
}

impl<'s, 'a> Subject<'s, 'a> {
    /// The part at this place.
    pub(super) fn part(scene: &'s Scene<'s, 'a>, index: usize) -> Subject<'s, 'a> {
        Subject { scene, index, view: &scene.views[index], acts: &scene.acts[index] }
    }

    /// What the part is reached through.
    pub(super) fn via(self) -> impl Iterator<Item = Subject<'s, 'a>> {
        self.view.via.iter().map(move |view| Subject { view, acts: &[], ..self })
    }
}
