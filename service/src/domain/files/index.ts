export { type File, type FileSize, filePath, fileUrl, PictureWords } from './file.ts'
export { addFile, MOST_PICTURES_A_TEXT, previewText, readFile, readFileAsTeam, replaceLogo } from './files.ts'
export { deleteIdleBefore, type FilePlace, type OwnFile, selectOwnFiles } from './store.ts'
